// Attributes
