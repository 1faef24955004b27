// UniformTypeIdentifiers
