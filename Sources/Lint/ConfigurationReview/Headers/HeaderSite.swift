/// The site of a server's configuration that sends a header: nginx's `server`, Apache's
/// `VirtualHost`.
struct HeaderSite {
    /// A reason why browsers do not note a header.
    enum Fault {
        case cleartext, address
    }

    /// Nil for a site by whose text browsers may note the header.
    let fault: Fault?
    /// Its first word.
    let place: Range<Int>

    /// Nil where no site stands around the header.
    init?(file: ReviewedFile, header: Range<Int>) {
        // A file of nginx's has no sections of Apache's.
        let servers = Self.servers(in: file)
        let site =
            servers.isEmpty
            ? Self.virtualHost(file, header) : Self.server(file, header, among: servers)
        guard let site else { return nil }
        self = site
    }

    private init(_ fault: Fault?, _ place: Range<Int>) { (self.fault, self.place) = (fault, place) }

    /// The words that begin blocks of nginx's.
    private static func servers(in file: ReviewedFile) -> [Int] {
        guard let source = file.source, source.language == .nginx else { return [] }
        return source.occurrences(of: "server").filter { source.isSign($0 + 1, "{") }
    }

    /// A block of nginx: http where each `listen` is without `ssl`.
    private static func server(
        _ file: ReviewedFile,
        _ header: Range<Int>,
        among servers: [Int]
    ) -> HeaderSite? {
        guard let source = file.source else { return nil }
        for word in servers {
            guard let close = source.counterpart(word + 1),
                source.tokens[word].range.lowerBound < header.lowerBound,
                header.lowerBound < source.tokens[close].range.lowerBound
            else { continue }
            func directives(_ name: String) -> [[String]] {
                source.occurrences(of: name).filter { (word..<close).contains($0) }.map { index in
                    var words: [String] = []
                    while let token = source.token(index + 1 + words.count), token.kind == .word,
                        words.count < 32
                    {
                        words.append(token.text)
                    }
                    return words
                }
            }
            let listens = directives("listen")
            let isPlain =
                !listens.isEmpty && directives("ssl_certificate").isEmpty
                && listens.allSatisfy { words in
                    !words.contains { ["ssl", "quic"].contains($0) || $0.hasSuffix("443") }
                }
            let names = directives("server_name").flatMap(\.self)
            let place = source.tokens[word].range
            if isPlain { return HeaderSite(.cleartext, place) }
            return HeaderSite(areAddresses(names) ? .address : nil, place)
        }
        return nil
    }

    /// The `<VirtualHost …:80>` that is open at a header.
    private static func virtualHost(_ file: ReviewedFile, _ header: Range<Int>) -> HeaderSite? {
        let last = file.lineNumber(at: header.lowerBound)
        // Bounded, since each header of a file asks.
        for number in stride(from: last - 1, through: max(1, last - 100), by: -1) {
            let line = file.lineRange(number)
            let text = file.text(line).trimmingBlanks.lowercased()
            if text.hasPrefix("</virtualhost") { return nil }
            guard text.hasPrefix("<virtualhost") else { continue }
            let hosts = text.split { $0 == " " || $0 == ">" }.dropFirst()
            let isPlain = !hosts.isEmpty && hosts.allSatisfy { $0.hasSuffix(":80") }
            return HeaderSite(isPlain ? .cleartext : nil, line)
        }
        return nil
    }

    private static func areAddresses(_ names: [String]) -> Bool {
        !names.isEmpty
            && names.allSatisfy { name in
                name.hasPrefix("[")
                    || name.split(separator: ".").map { UInt8($0) }.filter { $0 != nil }.count == 4
            }
    }
}
