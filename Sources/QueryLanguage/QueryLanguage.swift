// QueryLanguage
