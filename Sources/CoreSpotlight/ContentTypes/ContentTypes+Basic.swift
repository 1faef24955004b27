// SPDX-License-Identifier: Apache-2.0

// Apple's older constants for content types, which programs pass to
// `CSSearchableItemAttributeSet(itemContentType:)`. New code uses `UTType`. On Apple's systems they
// come from MobileCoreServices and CoreServices as `CFString`; here they are strings, and
// `kUTTypeText as String` compiles with both. Each one is declared in UniformTypeIdentifiers.
// Constants of types that are not declared there (`kUTTypeAliasRecord`, `kUTTypeInkText`,
// `kUTTypeTXNTextAndMultimediaData`) are absent.

// MARK: Items, programs, archives and personal data

/// The root type of all items in a file system.
public let kUTTypeItem: String = "public.item"

/// The root type of all content for people.
public let kUTTypeContent: String = "public.content"

/// Content that mixes text, images and more.
public let kUTTypeCompositeContent: String = "public.composite-content"

/// A stream of bytes: every file.
public let kUTTypeData: String = "public.data"

/// A directory, package or not.
public let kUTTypeDirectory: String = "public.directory"

/// A directory that is presented to users as a folder.
public let kUTTypeFolder: String = "public.folder"

/// The root of a volume.
public let kUTTypeVolume: String = "public.volume"

/// A directory that is presented to users as a file.
public let kUTTypePackage: String = "com.apple.package"

/// A directory in the bundle format.
public let kUTTypeBundle: String = "com.apple.bundle"

/// A bundle that a program loads.
public let kUTTypePluginBundle: String = "com.apple.plugin"

/// A Spotlight importer.
public let kUTTypeSpotlightImporter: String = "com.apple.metadata-importer"

/// A Quick Look generator.
public let kUTTypeQuickLookGenerator: String = "com.apple.quicklook-generator"

/// An XPC service.
public let kUTTypeXPCService: String = "com.apple.xpc-service"

/// A framework.
public let kUTTypeFramework: String = "com.apple.framework"

/// A preference pane.
public let kUTTypeSystemPreferencesPane: String = "com.apple.systempreference.prefpane"

/// An item that refers to another one: symbolic links, aliases, mount points.
public let kUTTypeResolvable: String = "com.apple.resolvable"

/// A symbolic link.
public let kUTTypeSymLink: String = "public.symlink"

/// A mount point.
public let kUTTypeMountPoint: String = "com.apple.mount-point"

/// An alias file.
public let kUTTypeAliasFile: String = "com.apple.alias-file"

/// Data that identifies a file even after it has moved.
public let kUTTypeURLBookmarkData: String = "com.apple.bookmark"

/// A URL as data.
public let kUTTypeURL: String = "public.url"

/// A file URL as data.
public let kUTTypeFileURL: String = "public.file-url"

/// A file that contains the address of a resource.
public let kUTTypeInternetLocation: String = "com.apple.internet-location"

/// A bookmark.
public let kUTTypeBookmark: String = "public.bookmark"

/// Anything that can be run.
public let kUTTypeExecutable: String = "public.executable"

/// An application.
public let kUTTypeApplication: String = "com.apple.application"

/// An application that is a bundle.
public let kUTTypeApplicationBundle: String = "com.apple.application-bundle"

/// An application that is a single file.
public let kUTTypeApplicationFile: String = "com.apple.application-file"

/// A program of the operating system.
public let kUTTypeUnixExecutable: String = "public.unix-executable"

/// A Windows program.
public let kUTTypeWindowsExecutable: String = "com.microsoft.windows-executable"

/// A compiled Java class.
public let kUTTypeJavaClass: String = "com.sun.java-class"

/// A Java archive.
public let kUTTypeJavaArchive: String = "com.sun.java-archive"

/// An archive.
public let kUTTypeArchive: String = "public.archive"

/// A disk image.
public let kUTTypeDiskImage: String = "public.disk-image"

/// A gzip archive.
public let kUTTypeGNUZipArchive: String = "org.gnu.gnu-zip-archive"

/// A bzip2 archive.
public let kUTTypeBzip2Archive: String = "public.bzip2-archive"

/// A ZIP archive.
public let kUTTypeZipArchive: String = "public.zip-archive"

/// A message of any kind.
public let kUTTypeMessage: String = "public.message"

/// An e-mail message.
public let kUTTypeEmailMessage: String = "public.email-message"

/// A person or organisation.
public let kUTTypeContact: String = "public.contact"

/// A vCard.
public let kUTTypeVCard: String = "public.vcard"

/// A to-do item.
public let kUTTypeToDoItem: String = "public.to-do-item"

/// A calendar event.
public let kUTTypeCalendarEvent: String = "public.calendar-event"

/// A database.
public let kUTTypeDatabase: String = "public.database"

/// A font.
public let kUTTypeFont: String = "public.font"

/// A log.
public let kUTTypeLog: String = "public.log"

/// A PKCS #12 file: certificates and keys.
public let kUTTypePKCS12: String = "com.rsa.pkcs-12"

/// An X.509 certificate.
public let kUTTypeX509Certificate: String = "public.x509-certificate"
