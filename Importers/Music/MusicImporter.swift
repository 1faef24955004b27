// MusicImporter
