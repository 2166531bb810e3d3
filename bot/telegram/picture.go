package telegram

import (
	"context"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tablabot/bot"
)

const pictureName = "board.png"

// withPicture calls send with a file_id if the picture is known to Telegram, and
// with an empty one, so that it must be uploaded, if it is not or no longer. It
// learns the picture's file_id from the message sent.
func (d *Door) withPicture(ctx context.Context, r bot.Rendered, send func(fileID string) (*message, error)) (*message, error) {
	fileID, known := d.pictures.get(r.Picture)
	known = known && r.Picture != ""
	if known {
		m, err := send(fileID)
		if !refuses(err, saysBadFile, saysBadFile2) {
			return m, err
		}
		d.log.WarnContext(ctx, "Telegram forgot a picture; uploading it again", "picture", r.Picture)
		d.pictures.forget(r.Picture)
	}
	m, err := send("")
	if err == nil && r.Picture != "" && m.fileID() != "" {
		d.pictures.put(r.Picture, m.fileID())
	}
	return m, err
}

// upload is the picture as a part of a request, under the name of a parameter.
func upload(parameter string, png []byte) tgbotapi.RequestFile {
	return tgbotapi.RequestFile{Name: parameter, Data: tgbotapi.FileBytes{Name: pictureName, Bytes: png}}
}
