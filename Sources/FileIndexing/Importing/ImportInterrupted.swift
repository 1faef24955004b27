// SPDX-License-Identifier: Apache-2.0

/// A run of a worker pool was ended before its files were read. Nothing is wrong with the files.
struct ImportInterrupted: Error {}
