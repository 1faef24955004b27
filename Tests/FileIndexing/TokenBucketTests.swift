// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FileIndexing

struct TokenBucketTests {
  private let start = ContinuousClock.now

  // #expect cannot call a mutating method.
  private func isEmpty(_ bucket: TokenBucket, at now: ContinuousClock.Instant) -> Bool {
    var bucket = bucket
    return bucket.isEmpty(at: now)
  }

  private func bucket() -> TokenBucket { TokenBucket(rate: 0.1, capacity: .milliseconds(500), now: start) }

  @Test func `a full bucket has its capacity, and no more after a long time`() {
    var bucket = bucket()
    let later = start + .seconds(3600)
    #expect(!isEmpty(bucket, at: later))
    bucket.take(.milliseconds(499), at: later)
    #expect(!isEmpty(bucket, at: later))
    bucket.take(.milliseconds(1), at: later)
    #expect(isEmpty(bucket, at: later))
  }

  @Test func `a bucket is refilled at its rate`() {
    var bucket = bucket()
    bucket.take(.milliseconds(600), at: start)
    #expect(isEmpty(bucket, at: start + .milliseconds(990)))
    #expect(!isEmpty(bucket, at: start + .milliseconds(1010)))
  }

  @Test func `the debt is at most the capacity`() {
    var bucket = bucket()
    bucket.take(.seconds(60), at: start)
    #expect(isEmpty(bucket, at: start + .milliseconds(4990)))
    #expect(!isEmpty(bucket, at: start + .milliseconds(5010)))
  }

  @Test func `a clock that goes backwards refills nothing`() {
    var bucket = bucket()
    bucket.take(.milliseconds(500), at: start)
    #expect(isEmpty(bucket, at: start - .seconds(10)))
  }
}
