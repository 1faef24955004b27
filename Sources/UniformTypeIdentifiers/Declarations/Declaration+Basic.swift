// SPDX-License-Identifier: Apache-2.0

extension Declaration {
  /// Root types, directories, executables, and other types that describe the form of an item rather
  /// than its content.
  static let basic: [Declaration] = [
    Declaration("public.item", "item"),
    Declaration("public.content", "content"),
    Declaration("public.composite-content", "content", is: "public.content"),
    Declaration("public.data", "data", is: "public.item", mime: "application/octet-stream application/x-zerosize inode/x-empty"),
    Declaration("public.directory", "directory", is: "public.item"),
    Declaration("public.folder", "Folder", is: "public.directory", mime: "inode/directory"),
    Declaration("public.volume", "Volume", is: "public.folder"),
    Declaration("com.apple.resolvable", "resolvable"),
    Declaration("com.apple.mount-point", "Mount point", is: "public.item com.apple.resolvable", mime: "inode/mount-point"),
    Declaration("public.symlink", "Symbolic link", is: "public.item com.apple.resolvable", mime: "inode/symlink"),
    Declaration("com.apple.alias-file", "Alias", is: "public.data com.apple.resolvable"),
    Declaration("com.apple.package", "package", is: "public.directory"),
    Declaration("com.apple.bundle", "bundle", is: "public.directory", ext: "bundle"),
    Declaration("com.apple.plugin", "plug-in", is: "com.apple.bundle com.apple.package", ext: "plugin"),
    Declaration("com.apple.framework", "framework", is: "com.apple.bundle", ext: "framework"),
    Declaration("com.apple.xpc-service", "XPC service", is: "com.apple.bundle com.apple.package", ext: "xpc"),
    Declaration("com.apple.metadata-importer", "Spotlight importer", is: "com.apple.plugin", ext: "mdimporter"),
    Declaration("com.apple.quicklook-generator", "Quick Look generator", is: "com.apple.plugin", ext: "qlgenerator"),
    Declaration("com.apple.systempreference.prefpane", "Preference pane", is: "com.apple.package com.apple.bundle", ext: "prefpane"),
    Declaration("com.apple.application-and-system-extension", "app extension", is: "com.apple.xpc-service", ext: "appex"),
    Declaration("public.executable", "executable", is: "public.item"),
    Declaration("com.apple.application", "Application", is: "public.executable"),
    Declaration(
      "com.apple.application-bundle", "Application", is: "com.apple.application com.apple.bundle com.apple.package", ext: "app"),
    Declaration("com.apple.application-file", "Application", is: "com.apple.application public.data"),
    Declaration(
      "org.freedesktop.desktop-entry", "Application", is: "com.apple.application-file", mime: "application/x-desktop", ext: "desktop"),
    Declaration(
      "public.unix-executable", "Unix executable", is: "public.data public.executable",
      mime: "application/x-executable application/x-pie-executable application/x-elf"),
    Declaration(
      "com.microsoft.windows-executable", "Windows executable", is: "public.data public.executable",
      mime: "application/x-ms-dos-executable application/x-dosexec application/vnd.microsoft.portable-executable application/x-msdownload",
      ext: "exe"),
    Declaration(
      "com.microsoft.windows-dynamic-link-library", "Windows library", is: "public.data public.executable",
      mime: "application/x-sharedlib-dll", ext: "dll"),
    Declaration("com.sun.java-class", "Java class", is: "public.data public.executable", mime: "application/x-java", ext: "class"),
    Declaration("public.object-code", "Object code", is: "public.data", mime: "application/x-object", ext: "o"),
    Declaration("public.url", "URL", is: "public.data", mime: "text/x-uri"),
    Declaration("public.file-url", "file URL", is: "public.url"),
    Declaration("public.url-name", "URL name"),
    Declaration("com.apple.bookmark", "bookmark data", is: "public.data public.bookmark"),
    Declaration("com.apple.internet-location", "Internet location", is: "public.data"),
    Declaration(
      "com.apple.web-internet-location", "Web site location", is: "com.apple.internet-location public.bookmark", ext: "webloc"),
    Declaration(
      "com.microsoft.internet-shortcut", "Web site location", is: "public.data public.bookmark", mime: "application/x-mswinurl", ext: "url"),
    Declaration(
      "com.apple.property-list", "Property list", is: "public.data", mime: "application/x-plist application/x-apple-plist", ext: "plist"),
    Declaration("com.apple.xml-property-list", "XML property list", is: "public.xml com.apple.property-list"),
    Declaration(
      "com.apple.binary-property-list", "Binary property list", is: "com.apple.property-list", mime: "application/x-bplist"),
    Declaration(
      "com.apple.colorsync-profile", "Colour profile", is: "public.data", mime: "application/vnd.iccprofile", ext: "icc icm"),
    Declaration(
      "public.x509-certificate", "Certificate", is: "public.data",
      mime: "application/x-x509-ca-cert application/pkix-cert application/x-pem-file", ext: "cer crt der pem"),
    Declaration("com.rsa.pkcs-12", "Personal information exchange", is: "public.data", mime: "application/pkcs12", ext: "p12 pfx"),
    Declaration("public.database", "database"),
    Declaration(
      "com.microsoft.access.mdb", "Access database", is: "public.data public.database", mime: "application/vnd.ms-access", ext: "mdb"),
    Declaration("org.bittorrent.torrent", "BitTorrent document", is: "public.data", mime: "application/x-bittorrent", ext: "torrent"),
    Declaration("com.apple.linkpresentation.metadata", "link metadata", is: "public.data"),
    Declaration("com.apple.haptics.ahap", "haptic pattern", is: "public.data", ext: "ahap"),
  ]
}
