// ImporterSupport
