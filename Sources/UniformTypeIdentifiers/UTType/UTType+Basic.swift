// SPDX-License-Identifier: Apache-2.0

// Roots, directories, executables and locations.
extension UTType {
  /// The root type of all items in a file system.
  public static var item: UTType { UTType(known: "public.item") }

  /// The root type of all content for people.
  public static var content: UTType { UTType(known: "public.content") }

  /// Content that mixes text, images and more.
  public static var compositeContent: UTType { UTType(known: "public.composite-content") }

  /// A stream of bytes: every file.
  public static var data: UTType { UTType(known: "public.data") }

  /// A directory, package or not.
  public static var directory: UTType { UTType(known: "public.directory") }

  /// A directory that is presented to users as a folder.
  public static var folder: UTType { UTType(known: "public.folder") }

  /// The root of a volume.
  public static var volume: UTType { UTType(known: "public.volume") }

  /// An item that refers to another one: symbolic links, aliases, mount points.
  public static var resolvable: UTType { UTType(known: "com.apple.resolvable") }

  /// A symbolic link.
  public static var symbolicLink: UTType { UTType(known: "public.symlink") }

  /// A mount point.
  public static var mountPoint: UTType { UTType(known: "com.apple.mount-point") }

  /// An alias file.
  public static var aliasFile: UTType { UTType(known: "com.apple.alias-file") }

  /// A directory that is presented to users as a file.
  public static var package: UTType { UTType(known: "com.apple.package") }

  /// A directory in the bundle format.
  public static var bundle: UTType { UTType(known: "com.apple.bundle") }

  /// A bundle that a program loads.
  public static var pluginBundle: UTType { UTType(known: "com.apple.plugin") }

  /// A Spotlight importer.
  public static var spotlightImporter: UTType { UTType(known: "com.apple.metadata-importer") }

  /// A Quick Look generator.
  public static var quickLookGenerator: UTType { UTType(known: "com.apple.quicklook-generator") }

  /// An XPC service.
  public static var xpcService: UTType { UTType(known: "com.apple.xpc-service") }

  /// A framework.
  public static var framework: UTType { UTType(known: "com.apple.framework") }

  /// Anything that can be run.
  public static var executable: UTType { UTType(known: "public.executable") }

  /// An application.
  public static var application: UTType { UTType(known: "com.apple.application") }

  /// An application that is a bundle.
  public static var applicationBundle: UTType { UTType(known: "com.apple.application-bundle") }

  /// An app extension.
  public static var applicationExtension: UTType { UTType(known: "com.apple.application-and-system-extension") }

  /// A program of the operating system.
  public static var unixExecutable: UTType { UTType(known: "public.unix-executable") }

  /// A Windows program.
  public static var exe: UTType { UTType(known: "com.microsoft.windows-executable") }

  /// A preference pane.
  public static var systemPreferencesPane: UTType { UTType(known: "com.apple.systempreference.prefpane") }

  /// A URL as data.
  public static var url: UTType { UTType(known: "public.url") }

  /// A file URL as data.
  public static var fileURL: UTType { UTType(known: "public.file-url") }

  /// Data that identifies a file even after it has moved.
  public static var urlBookmarkData: UTType { UTType(known: "com.apple.bookmark") }

  /// A file that contains the address of a resource.
  public static var internetLocation: UTType { UTType(known: "com.apple.internet-location") }

  /// A property list in any format.
  public static var propertyList: UTType { UTType(known: "com.apple.property-list") }

  /// A property list in XML.
  public static var xmlPropertyList: UTType { UTType(known: "com.apple.xml-property-list") }

  /// A property list in binary.
  public static var binaryPropertyList: UTType { UTType(known: "com.apple.binary-property-list") }

  /// A database.
  public static var database: UTType { UTType(known: "public.database") }

  /// An X.509 certificate.
  public static var x509Certificate: UTType { UTType(known: "public.x509-certificate") }

  /// A PKCS #12 file: certificates and keys.
  public static var pkcs12: UTType { UTType(known: "com.rsa.pkcs-12") }

  /// A colour profile.
  public static var icc: UTType { UTType(known: "com.apple.colorsync-profile") }

  /// A font.
  public static var font: UTType { UTType(known: "public.font") }

  /// Metadata of a link.
  public static var linkPresentationMetadata: UTType { UTType(known: "com.apple.linkpresentation.metadata") }

  /// A haptic pattern.
  public static var ahap: UTType { UTType(known: "com.apple.haptics.ahap") }

  /// A log.
  public static var log: UTType { UTType(known: "public.log") }
}
