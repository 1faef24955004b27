// SPDX-License-Identifier: Apache-2.0

/// Why a message is not answered with a result: an error of JSON-RPC 2.0.
package struct ProtocolError: Error, Hashable {
  package enum Code: Int64, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
}
