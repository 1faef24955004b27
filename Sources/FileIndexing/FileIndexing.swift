// FileIndexing
