module tablabot

go 1.26.8
