// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import Foundation
import Testing

@Suite struct ErrorTests {
  static let indexCodes: [(CSIndexError.Code, Int)] = [
    (CSIndexError.unknownError, -1), (CSIndexError.indexUnavailableError, -1000), (CSIndexError.invalidItemError, -1001),
    (CSIndexError.invalidClientStateError, -1002), (CSIndexError.remoteConnectionError, -1003), (CSIndexError.quotaExceeded, -1004),
    (CSIndexError.indexingUnsupported, -1005), (CSIndexError.mismatchedClientState, -1006),
  ]

  static let queryCodes: [(CSSearchQueryError.Code, Int)] = [
    (CSSearchQueryError.unknown, -2000), (CSSearchQueryError.indexUnreachable, -2001), (CSSearchQueryError.invalidQuery, -2002),
    (CSSearchQueryError.cancelled, -2003),
  ]

  @Test(arguments: indexCodes)
  func `index errors have Apple's codes and domain`(code: CSIndexError.Code, number: Int) {
    let object = CSIndexError(code) as NSError
    #expect(code.rawValue == number && CSIndexError.Code(rawValue: number) == code)
    #expect(object.code == number && object.domain == "CSIndexErrorDomain" && CSIndexError(code).errorCode == number)
    expectDescriptions(CSIndexError(code), object)
  }

  @Test(arguments: queryCodes)
  func `query errors have Apple's codes and domain`(code: CSSearchQueryError.Code, number: Int) {
    let object = CSSearchQueryError(code) as NSError
    #expect(code.rawValue == number && CSSearchQueryError.Code(rawValue: number) == code)
    #expect(object.code == number && object.domain == "CSSearchQueryErrorDomain" && CSSearchQueryError(code).errorCode == number)
    expectDescriptions(CSSearchQueryError(code), object)
  }

  private func expectDescriptions(_ error: any LocalizedError, _ object: NSError) {
    #expect(error.errorDescription == "\(error.failureReason ?? "") \(error.recoverySuggestion ?? "")")
    #expect(error.failureReason?.hasSuffix(".") == true && error.recoverySuggestion?.hasSuffix(".") == true)
    #expect(error.localizedDescription == error.errorDescription && object.localizedDescription == error.errorDescription)
    #expect(object.localizedFailureReason == error.failureReason && object.localizedRecoverySuggestion == error.recoverySuggestion)
    #expect("\(error)".contains(object.domain) && "\(error)".contains("\(object.code)"))
  }

  /// The clause that catches an error.
  private func clause(for error: any Error) -> String {
    do {
      throw error
    } catch CSIndexError.quotaExceeded {
      return "quota"
    } catch CSSearchQueryError.cancelled {
      return "cancelled"
    } catch let error as CSIndexError {
      return "index \(error.code)"
    } catch {
      return "other"
    }
  }

  @Test func `a catch clause matches one code of one domain`() {
    #expect(clause(for: CSIndexError(.quotaExceeded)) == "quota")
    #expect(clause(for: CSIndexError(.quotaExceeded, userInfo: ["a": 1])) == "quota")
    #expect(clause(for: CSSearchQueryError(.cancelled)) == "cancelled")
    #expect(clause(for: CSIndexError(.invalidItemError)) == "index invalidItemError")
    #expect(clause(for: CSSearchQueryError(.unknown)) == "other")
    #expect(clause(for: CancellationError()) == "other")
  }

  @Test func `a catch clause matches an object with the same domain and code`() {
    #expect(clause(for: NSError(domain: CSIndexErrorDomain, code: -1004)) == "quota")
    #expect(clause(for: NSError(domain: CSSearchQueryErrorDomain, code: -2003)) == "cancelled")
    #expect(clause(for: NSError(domain: CSSearchQueryErrorDomain, code: -1004)) == "other")
    #expect(clause(for: NSError(domain: NSCocoaErrorDomain, code: -1004)) == "other")
  }

  @Test func `an object of the domain is converted to an error`() throws {
    let object = NSError(domain: CSIndexErrorDomain, code: -1004, userInfo: ["a": 1])
    #expect(object as any Error as? CSIndexError == CSIndexError(.quotaExceeded, userInfo: ["a": 1]))
    #expect(object as Any as? CSIndexError != nil && object as any Error is CSIndexError)
    #expect(object as any Error as? CSSearchQueryError == nil)
    #expect(NSError(domain: NSCocoaErrorDomain, code: -1004) as any Error as? CSIndexError == nil)
    let cancelled = NSError(domain: CSSearchQueryErrorDomain, code: -2003) as any Error
    #expect(cancelled as? CSSearchQueryError == CSSearchQueryError(.cancelled) && cancelled as? CSIndexError == nil)
    #expect(clause(for: NSError(domain: CSIndexErrorDomain, code: -1001)) == "index invalidItemError")
  }

  @Test(arguments: indexCodes)
  func `an error is the same after it was an object`(code: CSIndexError.Code, number: Int) {
    for userInfo: [String: Any] in [[:], ["a": 1], [NSLocalizedDescriptionKey: "b"]] {
      let error = CSIndexError(code, userInfo: userInfo)
      let object = error as any Error as NSError
      #expect(object.domain == CSIndexErrorDomain && object.code == number)
      #expect(object as any Error as? CSIndexError == error && (object as any Error).localizedDescription == error.localizedDescription)
      #expect(error as Any as? NSError == object)
    }
  }

  @Test func `a number without a code is an unknown failure`() throws {
    let object = NSError(domain: CSIndexErrorDomain, code: -7)
    let error = try #require(object as any Error as? CSIndexError)
    #expect(error.code == .unknownError && error.errorCode == -7 && (error as NSError).code == -7)
    #expect(clause(for: object) == "index unknownError" && error.localizedDescription.hasPrefix("The index failed"))
    #expect(CSSearchQueryError(_nsError: NSError(domain: CSSearchQueryErrorDomain, code: 0)).code == .unknown)
  }

  @Test func `information of the program takes precedence`() {
    let error = CSIndexError(.invalidItemError, userInfo: [NSLocalizedDescriptionKey: "No title.", "item": "id"])
    #expect(error.userInfo["item"] as? String == "id" && error.userInfo.count == 2)
    #expect(error.localizedDescription == "No title." && (error as NSError).localizedDescription == "No title.")
    #expect((error as NSError).userInfo["item"] as? String == "id")
    #expect(CSIndexError(.invalidItemError).userInfo.isEmpty)
  }

  @Test func `an error can be created from an object`() {
    let object = NSError(domain: CSIndexErrorDomain, code: -1004, userInfo: ["a": 1])
    #expect(CSIndexError(_nsError: object).code == .quotaExceeded && CSIndexError(_nsError: object).userInfo.count == 1)
    #expect(CSIndexError(_nsError: object) == CSIndexError(.quotaExceeded, userInfo: ["a": 1]))
  }

  @Test func `an object of another domain is a programming mistake`() async {
    await #expect(processExitsWith: .failure) { _ = CSIndexError(_nsError: NSError(domain: NSCocoaErrorDomain, code: -1004)) }
  }

  @Test func `errors are equal by code and information`() {
    let errors: Set = [CSIndexError(.unknownError), CSIndexError(.unknownError), CSIndexError(.unknownError, userInfo: ["a": 1])]
    #expect(errors.count == 2)
    #expect(CSSearchQueryError(.unknown) != CSSearchQueryError(.cancelled))
    #expect(CSSearchQueryError(.unknown, userInfo: ["a": [1]]) == CSSearchQueryError(.unknown, userInfo: ["a": [1]]))
  }
}
