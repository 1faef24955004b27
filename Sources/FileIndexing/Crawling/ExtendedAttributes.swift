// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import CSystem
internal import SystemPlatform
internal import WorkerProtocol

/// Reads the extended attributes of a file that are indexed.
enum ExtendedAttributes {
  /// Whether a file has extended attributes that are indexed.
  enum Presence: Sendable {
    /// Not checked, or the check failed.
    case unknown
    case absent
    case present
    /// The file system does not support extended attributes, so no file on it has any.
    case unsupported

    /// Whether the attributes should be read.
    var mayBePresent: Bool { self == .unknown || self == .present }
  }

  /// Most lists fit in this capacity. Longer ones are read again with the capacity of
  /// `XATTR_LIST_MAX`, so their length need not be asked for.
  private static let usualListByteCount = 1024
  private static let maximumListByteCount = 1 << 16

  /// Checks whether an entry of an open directory has attributes that are indexed. One system call
  /// for most entries.
  ///
  /// - Parameter path: The path of the directory. Kernels before Linux 6.13 have no
  ///   listxattrat(2), so they need the path.
  static func presence(on name: [UInt8], in directory: Int32, at path: [UInt8]) -> Presence {
    unsafe withCPath(path) { path in
      unsafe withCPath(name) { name in
        unsafe presence { names in unsafe file_attribute_names_at(directory, path, name, names.baseAddress, names.count) }
      }
    }
  }

  /// Checks whether the file at a path has attributes that are indexed. Does not follow a symbolic
  /// link.
  static func presence(at path: [UInt8]) -> Presence {
    unsafe withCPath(path) { path in
      unsafe presence { names in unsafe file_attribute_names(-1, path, names.baseAddress, names.count) }
    }
  }

  /// The indexed attributes of an open file. One system call for most files, and one more for each
  /// indexed attribute.
  static func record(of descriptor: Int32) -> AttributeRecord { unsafe withCPath([]) { unsafe record(descriptor, $0) } }

  /// The start of a day in local time. mktime(3).
  static func startOfDay(year: Int, month: Int, day: Int) -> Timestamp {
    Timestamp(unixSeconds: Int64(UnixTime.startOfDay(year: year, month: month, day: day)))
  }

  // MARK: Names

  private static func presence(_ list: (UnsafeMutableBufferPointer<CChar>) -> Int) -> Presence {
    // Most files have none. If asked only for the length, the kernel allocates no list, which is a sixth of the call.
    if unsafe list(UnsafeMutableBufferPointer(start: nil, count: 0)) == 0 { return .absent }
    return switch unsafe attributes(list) {
    case .success(let attributes): attributes.isEmpty ? .absent : .present
    case .failure(let error): error.code == .notSupported ? .unsupported : .unknown
    }
  }

  /// The indexed attributes in a list of names, in their order of precedence. Names that are not indexed are ignored.
  private static func attributes(_ list: (UnsafeMutableBufferPointer<CChar>) -> Int) -> Result<[ExtendedAttribute], SystemError> {
    for capacity in [usualListByteCount, maximumListByteCount] {
      let found = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) {
        names -> Result<[ExtendedAttribute], SystemError>? in
        let count = unsafe list(names)
        guard count >= 0 else { return Errno.current == .resultTooLarge ? nil : .failure(.current("listxattr")) }
        guard count > 0 else { return .success([]) }
        let names = unsafe names[..<count].split(separator: 0).map { name in
          unsafe String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return .success(names.compactMap(ExtendedAttribute.init).sorted { $0.order < $1.order })
      }
      if let found { return found }
    }
    return .failure(SystemError(code: .resultTooLarge, call: "listxattr"))
  }

  // MARK: Values

  private static func record(_ descriptor: Int32, _ path: UnsafePointer<CChar>) -> AttributeRecord {
    var record = AttributeRecord()
    let names = unsafe attributes { names in unsafe file_attribute_names(descriptor, path, names.baseAddress, names.count) }
    guard case .success(let attributes) = names, !attributes.isEmpty else { return record }
    for attribute in attributes {
      guard let bytes = unsafe value(of: attribute, descriptor, path), let (key, value) = attribute.reading(of: bytes) else { continue }
      // Several attributes contain sources and tags of a file.
      if case .array(let earlier)? = record[key], case .array(let later) = value {
        record[key] = .array(earlier + later.filter { !earlier.contains($0) })
      } else if record[key] == nil {
        record[key] = value
      }
    }
    return record
  }

  /// `nil` if the attribute was removed meanwhile, or may not be read.
  private static func value(of attribute: ExtendedAttribute, _ descriptor: Int32, _ path: UnsafePointer<CChar>) -> [UInt8]? {
    let capacity = ExtendedAttribute.maximumValueByteCount
    return unsafe withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { buffer in
      let count = unsafe file_attribute_value(descriptor, path, attribute.name, buffer.baseAddress, capacity)
      return count < 0 ? nil : unsafe [UInt8](buffer[..<count])
    }
  }
}
