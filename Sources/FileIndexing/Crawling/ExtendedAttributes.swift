internal import Attributes
internal import CSystem
internal import Glibc
internal import WorkerProtocol

/// The extended attributes of a file, as far as they are indexed.
enum ExtendedAttributes {
  /// What a look at a file's list of attributes told.
  enum Presence: Sendable {
    /// Nobody has looked, or it could not be told.
    case unknown
    case absent
    case present
    /// Absent, as from every file of the file system.
    case unsupported

    /// Whether it is worth while to read them.
    var mayBePresent: Bool { self == .unknown || self == .present }
  }

  /// Most lists fit in this; of the others the length is not asked for, as `XATTR_LIST_MAX` is the most that there is.
  private static let usualListByteCount = 1024
  private static let maximumListByteCount = 1 << 16

  /// Looks whether an entry of an open directory has attributes that are indexed: one system call.
  ///
  /// - Parameter folder: The directory's path.
  static func presence(on name: [UInt8], in directory: Int32, at folder: [UInt8]) -> Presence {
    unsafe withCPath(folder) { folder in
      unsafe withCPath(name) { name in
        unsafe presence { names in unsafe file_attribute_names_at(directory, folder, name, names.baseAddress, names.count) }
      }
    }
  }

  /// Looks whether the file at a path has attributes that are indexed; a symbolic link is not followed.
  static func presence(at path: [UInt8]) -> Presence {
    unsafe withCPath(path) { path in
      unsafe presence { names in unsafe file_attribute_names(-1, path, names.baseAddress, names.count) }
    }
  }

  /// What the attributes of an open file say: one system call for most, and one for each attribute that is indexed.
  static func record(of descriptor: Int32) -> AttributeRecord { unsafe withCPath([]) { unsafe record(descriptor, $0) } }

  /// What the attributes of the file at a path say; a symbolic link is not followed. It need not be readable, but then says nothing.
  static func record(at path: [UInt8]) -> AttributeRecord { unsafe withCPath(path) { unsafe record(-1, $0) } }

  // MARK: Names

  private static func presence(_ list: (UnsafeMutableBufferPointer<CChar>) -> Int) -> Presence {
    switch unsafe attributes(list) {
    case .success(let attributes): attributes.isEmpty ? .absent : .present
    case .failure(let error): error.code == ENOTSUP ? .unsupported : .unknown
    }
  }

  /// Those of the listed attributes that are indexed, in the order of their cases.
  private static func attributes(_ list: (UnsafeMutableBufferPointer<CChar>) -> Int) -> Result<[ExtendedAttribute], SystemError> {
    for capacity in [usualListByteCount, maximumListByteCount] {
      let found = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) {
        names -> Result<[ExtendedAttribute], SystemError>? in
        let count = unsafe list(names)
        guard count >= 0 else { return errno == ERANGE ? nil : .failure(.current("listxattr")) }
        // Nearly every file has none.
        guard count > 0 else { return .success([]) }
        let names = unsafe names[..<count].split(separator: 0).map { name in
          unsafe String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return .success(ExtendedAttribute.allCases.filter { names.contains($0.rawValue) })
      }
      if let found { return found }
    }
    return .failure(SystemError(code: ERANGE, call: "listxattr"))
  }

  // MARK: Values

  private static func record(_ descriptor: Int32, _ path: UnsafePointer<CChar>) -> AttributeRecord {
    var record = AttributeRecord()
    let names = unsafe attributes { names in unsafe file_attribute_names(descriptor, path, names.baseAddress, names.count) }
    guard case .success(let attributes) = names, !attributes.isEmpty else { return record }
    for attribute in attributes {
      guard let bytes = unsafe value(of: attribute, descriptor, path), let value = attribute.reading(of: bytes) else { continue }
      // Where a file came from is said by two attributes.
      if case .array(let earlier)? = record[attribute.key], case .array(let later) = value {
        record[attribute.key] = .array(earlier + later)
      } else {
        record[attribute.key] = value
      }
    }
    return record
  }

  /// `nil` when it went meanwhile, or may not be read.
  private static func value(of attribute: ExtendedAttribute, _ descriptor: Int32, _ path: UnsafePointer<CChar>) -> [UInt8]? {
    let capacity = ExtendedAttribute.maximumValueByteCount
    return unsafe withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { buffer in
      let count = unsafe file_attribute_value(descriptor, path, attribute.rawValue, buffer.baseAddress, capacity)
      return count < 0 ? nil : unsafe [UInt8](buffer[..<count])
    }
  }
}
