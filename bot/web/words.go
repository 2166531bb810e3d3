package web

// What the page is told when it asks for something that cannot be.
const (
	sayNameBlank   = "Please enter a name."
	sayNameLong    = "A name can have at most 40 characters."
	sayNameTaken   = "Somebody in another browser already has this name. Please choose another one."
	sayNamesFull   = "There are already as many names here as this page can keep."
	sayYoursFull   = "This browser already has as many names as it can have. Choose one of them."
	sayNotSaved    = "I could not save that; nothing has changed."
	sayNotYou      = "This browser does not have that name."
	sayTextBlank   = "There is nothing to send."
	sayTextLong    = "A message can have at most 2,000 characters."
	sayRoomName    = "A room's name has 1 to 32 letters, digits and hyphens."
	sayRoomsFull   = "There are already as many rooms as this page can keep."
	sayBusy        = "Too many windows are open on this page. Close some and reload."
	sayBadRequest  = "The page sent something that cannot be read. Please reload it."
	sayTooLarge    = "That is too long."
	sayWrongHost   = "This address is not the page's. Open the address that the program printed."
	sayWrongOrigin = "Only the page itself may send this."
	sayNoPage      = "There is no such page."
)
