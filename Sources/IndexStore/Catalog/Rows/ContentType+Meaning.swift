// SPDX-License-Identifier: Apache-2.0

extension ContentType {
  /// Whether texts of the type are written for people, so that their meaning is compared with that of questions. The words of programs,
  /// settings, logs and tables are in no sentences: they would be similar to anything.
  package var textHasMeaning: Bool {
    // Many documents are special kinds of XML.
    identifier != "public.xml" && !tree.contains(where: Self.typesForPrograms.contains)
  }

  private static let typesForPrograms: Set<String> = [
    "com.apple.property-list", "public.css", "public.database", "public.delimited-values-text", "public.executable", "public.json",
    "public.log", "public.make-source", "public.object-code", "public.patch-file", "public.script", "public.source-code",
    "public.strings-text", "public.toml", "public.yaml",
  ]
}
