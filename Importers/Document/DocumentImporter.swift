// DocumentImporter
