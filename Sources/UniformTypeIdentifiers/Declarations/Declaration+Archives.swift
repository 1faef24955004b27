// SPDX-License-Identifier: Apache-2.0

extension Declaration {
  /// Archives, compressed files, disk images and software packages.
  static let archives: [Declaration] = [
    Declaration("public.archive", "archive", is: "public.data"),
    Declaration("public.zip-archive", "ZIP archive", is: "public.archive", mime: "application/zip", ext: "zip"),
    Declaration("org.gnu.gnu-zip-archive", "gzip compressed archive", is: "public.archive", mime: "application/gzip", ext: "gz gzip"),
    Declaration(
      "org.gnu.gnu-zip-tar-archive", "Gzip tar archive", is: "org.gnu.gnu-zip-archive", mime: "application/x-compressed-tar",
      ext: "tgz tar.gz"),
    Declaration(
      "public.bzip2-archive", "Bzip2 archive", is: "public.archive", mime: "application/x-bzip2 application/x-bzip", ext: "bz2 bz"),
    Declaration(
      "org.bzip.bzip2-tar-archive", "Bzip2 tar archive", is: "public.bzip2-archive", mime: "application/x-bzip-compressed-tar",
      ext: "tbz tbz2 tar.bz2"),
    Declaration("org.tukaani.xz-archive", "XZ archive", is: "public.archive", mime: "application/x-xz", ext: "xz"),
    Declaration(
      "org.tukaani.tar-xz-archive", "XZ tar archive", is: "org.tukaani.xz-archive", mime: "application/x-xz-compressed-tar",
      ext: "txz tar.xz"),
    Declaration("org.tukaani.lzma-archive", "LZMA archive", is: "public.archive", mime: "application/x-lzma", ext: "lzma"),
    Declaration("public.z-archive", "Compressed archive", is: "public.archive", mime: "application/x-compress", ext: "z"),
    Declaration("public.tar-archive", "tar archive", is: "public.archive", mime: "application/x-tar application/x-ustar", ext: "tar"),
    Declaration("public.cpio-archive", "CPIO archive", is: "public.archive", mime: "application/x-cpio", ext: "cpio"),
    Declaration("public.pax-archive", "PAX archive", is: "public.archive", mime: "application/x-pax", ext: "pax"),
    Declaration("org.7-zip.7-zip-archive", "7-Zip archive", is: "public.archive", mime: "application/x-7z-compressed", ext: "7z"),
    Declaration("com.rarlab.rar-archive", "RAR archive", is: "public.archive", mime: "application/vnd.rar", ext: "rar"),
    Declaration("public.lzh-archive", "LZH archive", is: "public.archive", mime: "application/x-lha", ext: "lzh lha"),
    Declaration("public.arj-archive", "ARJ archive", is: "public.archive", mime: "application/x-arj", ext: "arj"),
    Declaration(
      "com.microsoft.cab-archive", "Cabinet archive", is: "public.archive", mime: "application/vnd.ms-cab-compressed", ext: "cab"),
    Declaration("com.allume.stuffit-archive", "StuffIt archive", is: "public.archive", mime: "application/x-stuffit", ext: "sit"),
    Declaration("com.apple.archive", "Apple archive", is: "public.archive", ext: "aar"),
    Declaration("com.apple.binhex-archive", "BinHex archive", is: "public.archive", mime: "application/mac-binhex40", ext: "hqx"),
    Declaration("com.apple.macbinary-archive", "MacBinary archive", is: "public.archive", mime: "application/x-macbinary"),
    Declaration("com.apple.xar-archive", "XAR archive", is: "public.archive", mime: "application/x-xar", ext: "xar"),
    Declaration(
      "com.apple.installer-package-archive", "Installer package", is: "com.apple.xar-archive", mime: "application/x-xar", ext: "pkg"),
    Declaration(
      "com.sun.java-archive", "Java archive", is: "public.zip-archive public.executable", mime: "application/x-java-archive", ext: "jar"),
    Declaration("com.sun.web-application-archive", "Java web archive", is: "com.sun.java-archive", ext: "war"),
    Declaration(
      "com.android.package-archive", "Android package", is: "com.sun.java-archive", mime: "application/vnd.android.package-archive",
      ext: "apk"),
    Declaration(
      "org.debian.deb-archive", "Debian package", is: "public.archive", mime: "application/vnd.debian.binary-package", ext: "deb udeb"),
    Declaration(
      "com.redhat.rpm-archive", "RPM package", is: "public.archive", mime: "application/x-rpm application/x-source-rpm", ext: "rpm"),
    Declaration("com.microsoft.msi-installer", "Windows installer package", is: "public.data", mime: "application/x-msi", ext: "msi"),
    Declaration("public.ar-archive", "Library archive", is: "public.archive", mime: "application/x-archive", ext: "a ar"),
    Declaration("public.disk-image", "disk image", is: "public.archive"),
    Declaration("com.apple.disk-image", "Disk Image", is: "public.disk-image", mime: "application/x-raw-disk-image", ext: "img"),
    Declaration("com.apple.disk-image-udif", "Disk Image", is: "com.apple.disk-image", mime: "application/x-apple-diskimage", ext: "dmg"),
    Declaration("public.iso-image", "ISO Disk Image", is: "com.apple.disk-image", mime: "application/x-cd-image", ext: "iso"),
    Declaration("public.cdr-image", "CD/DVD Master", is: "com.apple.disk-image", ext: "toast"),
    Declaration("com.vmware.vmdk", "Virtual disk", is: "com.apple.disk-image", mime: "application/x-vmdk-disk", ext: "vmdk"),
  ]
}
