/// A run of a worker pool was ended before its files were read. Nothing is wrong with the files.
struct ImportInterrupted: Error {}
