// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ImporterSupport

/// The names of time zones in calendars.
enum ZoneName {
  /// The zone with a name of the time zone database, also after the prefix of a program, with a name of Windows, or that of one of its
  /// cities.
  ///
  /// - Returns: `nil` for other names.
  static func zone(_ name: String) -> TimeZone? {
    let name = String(name.filter { $0 != "\"" }).trimmed
    guard name.utf8.count < 256, !name.isEmpty else { return nil }
    if let zone = known(name) { return zone }
    // `/mozilla.org/20050126_1/Europe/Berlin`, `/freeassociation.sourceforge.net/America/Argentina/Salta`
    let parts = name.split(separator: "/").map(String.init)
    for count in [3, 2, 1] where parts.count > count {
      if let zone = known(parts.suffix(count).joined(separator: "/")) { return zone }
    }
    if let identifier = windowsNames[name.lowercased()] { return TimeZone(identifier: identifier) }
    // `tzone://Microsoft/Utc`
    if parts.last?.lowercased() == "utc" { return TimeZone(secondsFromGMT: 0) }
    return cityZone(name)
  }

  /// A zone of the database. Abbreviations such as EST are not looked up, because they have several meanings.
  private static func known(_ name: String) -> TimeZone? {
    if ["UTC", "GMT", "Z"].contains(name.uppercased()) { return TimeZone(secondsFromGMT: 0) }
    return name.contains("/") || knownIdentifiers.contains(name) ? TimeZone(identifier: name) : nil
  }

  private static let knownIdentifiers = Set(TimeZone.knownTimeZoneIdentifiers)

  /// The zone of the first city in a name as Outlook shows them: `(UTC+01:00) Amsterdam, Berlin, Bern`.
  private static func cityZone(_ name: String) -> TimeZone? {
    guard let end = name.firstIndex(of: ")"), name.hasPrefix("(") else { return nil }
    for city in name[name.index(after: end)...].split(separator: ",") {
      let suffix = "/" + String(city).trimmed.replacing(" ", with: "_")
      if let identifier = TimeZone.knownTimeZoneIdentifiers.first(where: { $0.hasSuffix(suffix) }) {
        return TimeZone(identifier: identifier)
      }
    }
    return nil
  }

  /// The names of Windows in lower case, and the zones of the database for their most populous places, as Unicode's CLDR pairs them.
  private static let windowsNames: [String: String] = Dictionary(
    windowsTable.split(separator: ";").map { row in
      let parts = row.split(separator: "=")
      return (parts[0].lowercased(), String(parts[1]))
    }, uniquingKeysWith: { first, _ in first })

  private static let windowsTable = """
    Dateline Standard Time=Etc/GMT+12;UTC-11=Etc/GMT+11;Aleutian Standard Time=America/Adak;\
    Hawaiian Standard Time=Pacific/Honolulu;Marquesas Standard Time=Pacific/Marquesas;Alaskan Standard Time=America/Anchorage;\
    UTC-09=Etc/GMT+9;Pacific Standard Time (Mexico)=America/Tijuana;UTC-08=Etc/GMT+8;Pacific Standard Time=America/Los_Angeles;\
    US Mountain Standard Time=America/Phoenix;Mountain Standard Time (Mexico)=America/Mazatlan;\
    Mountain Standard Time=America/Denver;Yukon Standard Time=America/Whitehorse;\
    Central America Standard Time=America/Guatemala;Central Standard Time=America/Chicago;\
    Easter Island Standard Time=Pacific/Easter;Central Standard Time (Mexico)=America/Mexico_City;\
    Canada Central Standard Time=America/Regina;SA Pacific Standard Time=America/Bogota;\
    Eastern Standard Time (Mexico)=America/Cancun;Eastern Standard Time=America/New_York;\
    Haiti Standard Time=America/Port-au-Prince;Cuba Standard Time=America/Havana;\
    US Eastern Standard Time=America/Indiana/Indianapolis;Turks And Caicos Standard Time=America/Grand_Turk;\
    Paraguay Standard Time=America/Asuncion;Atlantic Standard Time=America/Halifax;Venezuela Standard Time=America/Caracas;\
    Central Brazilian Standard Time=America/Cuiaba;SA Western Standard Time=America/La_Paz;\
    Pacific SA Standard Time=America/Santiago;Newfoundland Standard Time=America/St_Johns;\
    Tocantins Standard Time=America/Araguaina;E. South America Standard Time=America/Sao_Paulo;\
    SA Eastern Standard Time=America/Cayenne;Argentina Standard Time=America/Argentina/Buenos_Aires;\
    Greenland Standard Time=America/Nuuk;Montevideo Standard Time=America/Montevideo;\
    Magallanes Standard Time=America/Punta_Arenas;Saint Pierre Standard Time=America/Miquelon;\
    Bahia Standard Time=America/Bahia;UTC-02=Etc/GMT+2;Mid-Atlantic Standard Time=Etc/GMT+2;\
    Azores Standard Time=Atlantic/Azores;Cape Verde Standard Time=Atlantic/Cape_Verde;UTC=Etc/UTC;\
    GMT Standard Time=Europe/London;Greenwich Standard Time=Atlantic/Reykjavik;Sao Tome Standard Time=Africa/Sao_Tome;\
    Morocco Standard Time=Africa/Casablanca;W. Europe Standard Time=Europe/Berlin;Central Europe Standard Time=Europe/Budapest;\
    Romance Standard Time=Europe/Paris;Central European Standard Time=Europe/Warsaw;\
    W. Central Africa Standard Time=Africa/Lagos;Jordan Standard Time=Asia/Amman;GTB Standard Time=Europe/Bucharest;\
    Middle East Standard Time=Asia/Beirut;Egypt Standard Time=Africa/Cairo;E. Europe Standard Time=Europe/Chisinau;\
    Syria Standard Time=Asia/Damascus;West Bank Standard Time=Asia/Hebron;South Africa Standard Time=Africa/Johannesburg;\
    FLE Standard Time=Europe/Kiev;Israel Standard Time=Asia/Jerusalem;South Sudan Standard Time=Africa/Juba;\
    Kaliningrad Standard Time=Europe/Kaliningrad;Sudan Standard Time=Africa/Khartoum;Libya Standard Time=Africa/Tripoli;\
    Namibia Standard Time=Africa/Windhoek;Arabic Standard Time=Asia/Baghdad;Turkey Standard Time=Europe/Istanbul;\
    Arab Standard Time=Asia/Riyadh;Belarus Standard Time=Europe/Minsk;Russian Standard Time=Europe/Moscow;\
    E. Africa Standard Time=Africa/Nairobi;Volgograd Standard Time=Europe/Volgograd;Iran Standard Time=Asia/Tehran;\
    Arabian Standard Time=Asia/Dubai;Astrakhan Standard Time=Europe/Astrakhan;Azerbaijan Standard Time=Asia/Baku;\
    Russia Time Zone 3=Europe/Samara;Mauritius Standard Time=Indian/Mauritius;Saratov Standard Time=Europe/Saratov;\
    Georgian Standard Time=Asia/Tbilisi;Caucasus Standard Time=Asia/Yerevan;Afghanistan Standard Time=Asia/Kabul;\
    West Asia Standard Time=Asia/Tashkent;Ekaterinburg Standard Time=Asia/Yekaterinburg;Pakistan Standard Time=Asia/Karachi;\
    Qyzylorda Standard Time=Asia/Qyzylorda;India Standard Time=Asia/Kolkata;Sri Lanka Standard Time=Asia/Colombo;\
    Nepal Standard Time=Asia/Kathmandu;Central Asia Standard Time=Asia/Bishkek;Bangladesh Standard Time=Asia/Dhaka;\
    Omsk Standard Time=Asia/Omsk;Myanmar Standard Time=Asia/Yangon;SE Asia Standard Time=Asia/Bangkok;\
    Altai Standard Time=Asia/Barnaul;W. Mongolia Standard Time=Asia/Hovd;North Asia Standard Time=Asia/Krasnoyarsk;\
    N. Central Asia Standard Time=Asia/Novosibirsk;Tomsk Standard Time=Asia/Tomsk;China Standard Time=Asia/Shanghai;\
    North Asia East Standard Time=Asia/Irkutsk;Singapore Standard Time=Asia/Singapore;\
    W. Australia Standard Time=Australia/Perth;Taipei Standard Time=Asia/Taipei;Ulaanbaatar Standard Time=Asia/Ulaanbaatar;\
    Aus Central W. Standard Time=Australia/Eucla;Transbaikal Standard Time=Asia/Chita;Tokyo Standard Time=Asia/Tokyo;\
    North Korea Standard Time=Asia/Pyongyang;Korea Standard Time=Asia/Seoul;Yakutsk Standard Time=Asia/Yakutsk;\
    Cen. Australia Standard Time=Australia/Adelaide;AUS Central Standard Time=Australia/Darwin;\
    E. Australia Standard Time=Australia/Brisbane;AUS Eastern Standard Time=Australia/Sydney;\
    West Pacific Standard Time=Pacific/Port_Moresby;Tasmania Standard Time=Australia/Hobart;\
    Vladivostok Standard Time=Asia/Vladivostok;Lord Howe Standard Time=Australia/Lord_Howe;\
    Bougainville Standard Time=Pacific/Bougainville;Russia Time Zone 10=Asia/Srednekolymsk;Magadan Standard Time=Asia/Magadan;\
    Norfolk Standard Time=Pacific/Norfolk;Sakhalin Standard Time=Asia/Sakhalin;\
    Central Pacific Standard Time=Pacific/Guadalcanal;Russia Time Zone 11=Asia/Kamchatka;\
    Kamchatka Standard Time=Asia/Kamchatka;New Zealand Standard Time=Pacific/Auckland;UTC+12=Etc/GMT-12;\
    Fiji Standard Time=Pacific/Fiji;Chatham Islands Standard Time=Pacific/Chatham;UTC+13=Etc/GMT-13;\
    Tonga Standard Time=Pacific/Tongatapu;Samoa Standard Time=Pacific/Apia;Line Islands Standard Time=Pacific/Kiritimati;\
    Mexico Standard Time=America/Mexico_City;Mexico Standard Time 2=America/Mazatlan
    """
}
