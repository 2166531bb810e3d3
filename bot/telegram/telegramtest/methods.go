package telegramtest

// method is one of the Bot API. Its function locks the server as needed.
type method struct {
	run func(*call) (any, *Error)
}

var methods = map[string]method{
	"getMe":                  {locked((*call).getMe)},
	"sendMessage":            {locked((*call).sendMessage)},
	"sendPhoto":              {locked((*call).sendPhoto)},
	"editMessageText":        {locked((*call).editMessageText)},
	"editMessageCaption":     {locked((*call).editMessageCaption)},
	"editMessageMedia":       {locked((*call).editMessageMedia)},
	"editMessageReplyMarkup": {locked((*call).editMessageReplyMarkup)},
	"deleteMessage":          {locked((*call).deleteMessage)},
	"answerCallbackQuery":    {locked((*call).answerCallbackQuery)},
	"getChatMember":          {locked((*call).getChatMember)},
	"setMyCommands":          {locked((*call).setMyCommands)},
	"getMyCommands":          {locked((*call).getMyCommands)},
	"deleteMyCommands":       {locked((*call).deleteMyCommands)},
	"getUpdates":             {(*call).getUpdates},
	"setWebhook":             {(*call).setWebhook},
	"deleteWebhook":          {(*call).deleteWebhook},
	"getWebhookInfo":         {locked((*call).getWebhookInfo)},
}

// locked runs a method while it has the server for itself.
func locked(run func(*call) (any, *Error)) func(*call) (any, *Error) {
	return func(c *call) (any, *Error) {
		c.s.mu.Lock()
		defer c.s.mu.Unlock()
		return run(c)
	}
}

func (c *call) getMe() (any, *Error) {
	return object{
		"id": c.s.me.ID, "is_bot": true, "first_name": c.s.me.FirstName, "username": c.s.me.Username,
		"can_join_groups": true, "can_read_all_group_messages": c.s.opts.NoPrivacy, "supports_inline_queries": false,
	}, nil
}
