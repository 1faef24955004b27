// ImageImporter
