import Foundation
import PathValidation
import Testing

@testable import ScenarioFormat

/// The reasons that definitions of one TLS library share.
struct LibraryWordsTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../../Clients").standardized.path

    /// The number and the digest of a client's reasons when each definition stated all of them.
    struct Resolved: Equatable {
        let count: Int
        let digest: String

        init(_ count: Int, _ digest: String) { (self.count, self.digest) = (count, digest) }
    }

    private static let resolved: [String: Resolved] = [
        "curl": Resolved(31, "8b446aa91f39f9e7"),
        "openssl": Resolved(29, "63844b1f78669ea4"),
        "socat": Resolved(30, "a89b1e7584a1da26"),
        "racket": Resolved(30, "d75296f0f74933fc"),
        "nim": Resolved(31, "da45dadab962a2ca"),
        "neon-openssl": Resolved(35, "ea231825b98efa1b"),
        "node-https": Resolved(40, "a9e204ec790b43e9"),
        "urllib3": Resolved(30, "8396f1c6a2e1699a"),
        "wget": Resolved(18, "66402739745923b1"),
        "git": Resolved(19, "baf212ad0672f813"),
        "libsoup": Resolved(24, "aa859ca87f824e7b"),
        "webkitgtk": Resolved(7, "1da160126f7fde9a"),
        "emacs": Resolved(6, "ac3f1063ac2d391e"),
        "lynx": Resolved(0, "cbf29ce484222325"),
        "java-http-client": Resolved(19, "f9e2dbfd8e1d9dd5"),
        "okhttp": Resolved(19, "f9e2dbfd8e1d9dd5"),
        "rust-ureq": Resolved(22, "1cda92bf49346629"),
        "wreq": Resolved(29, "dbc3233f56808fa8"),
        "mono": Resolved(29, "dbc3233f56808fa8"),
        "go": Resolved(21, "bcf2ae8f92b3ecc8"),
        "rclone": Resolved(21, "bcf2ae8f92b3ecc8"),
        "libnss": Resolved(20, "fa6773ff01e21e8"),
        "libcurl-nss": Resolved(21, "2ce1698b009029b4"),
        "firefox": Resolved(28, "42cd496df86ee09b"),
        "libmbedtls": Resolved(15, "402307b184718682"),
    ]

    @Test(
        arguments: resolved.keys.sorted()
    )
    func `each definition has the reasons of its TLS library, in order`(name: String) throws {
        let client = try ClientLibrary(folders: [Self.folder]).client(name)
        let text = client.allReasons.map(\.line).joined()
        let found = Resolved(client.allReasons.count, String(text.fnv, radix: 16))
        #expect(found == Self.resolved[name], "\(text)")
    }

    @Test func `reads the library files of the repository`() throws {
        let library = ClientLibrary(folders: [Self.folder])
        let files = library.readLibraries()
        #expect(files.flatMap(\.diagnostics) == [])
        let clients = try library.readAll().compactMap(\.client)
        for words in files.compactMap(\.words) {
            let isUsed = clients.contains { $0.library == words.library }
            let isPlain = clients.contains { $0.name == words.plain }
            #expect(isUsed || isPlain, "\(words.library)")
            #expect(isPlain || words.plain == nil, "\(words.library)")
        }
    }

    private static let client = "client: x\nabout: X.\nlibrary: tls\ncommand: x {ca} {url}\n"
    private static let words =
        "library: tls\nabout: TLS.\nreasons: [{ says: b, reason: expired }]\n"

    @Test func `tries patterns of the client first, and patterns of vague messages last`() throws {
        let folder = try Folder()
        try folder.write(
            "a/x.yaml",
            Self.client + """
                reasons: [{ says: a, reason: revoked }]
                otherwise: [{ says: c, reason: policy }]
                """
        )
        try folder.write("b/Libraries/tls.yaml", Self.words)
        let folders = [folder.path + "/a", folder.path + "/b"]
        let client = try ClientLibrary(folders: folders).client("x")
        #expect(client.allReasons.map(\.reasons) == [[.revoked], [.expired], [.policy]])
        try folder.write("a/Libraries/tls.yaml", Self.words.replacing("expired", with: "weak-key"))
        let beside = try ClientLibrary(folders: folders).client("x")
        #expect(beside.allReasons[1].reasons == [.weakKey], "the file beside the definition wins")
        let alone = try ClientLibrary(folders: [folder.path + "/b"]).client("\(folders[0])/x.yaml")
        #expect(alone.allReasons.count == 3)
    }

    @Test(arguments: [
        ("curl", "libssl"), ("requests", "libssl"), ("wget", "libgnutls"), ("rclone", "go"),
        ("okhttp", "java-url-connection"), ("firefox", "libnss"), ("lynx", "libgnutls"),
        ("deno", "rust-ureq"), ("libssl", nil), ("go", nil), ("wreq", nil), ("chromium", nil),
    ])
    func `finds the plain client of a definition by its TLS library`(
        name: String,
        plain: String?
    ) throws {
        #expect(try ClientLibrary(folders: [Self.folder]).client(name).plain == plain)
    }

    @Test func `reads the plain client of a library from the library's file`() throws {
        let folder = try Folder()
        try folder.write("x.yaml", Self.client + "messages: own\n")
        try folder.write(
            "Libraries/tls.yaml",
            "library: tls\nname: TLS\nabout: TLS.\nplain: y\nloads: '/libtls\\.so'\n"
        )
        let library = ClientLibrary(folders: [folder.path])
        let client = try library.client("x")
        #expect(client.plain == "y" && client.libraryTitle == "TLS" && client.allReasons.isEmpty)
        #expect(library.libraries.map(\.plain) == ["y"])
    }

    @Test func `a client with messages set to own has no patterns of its library`() throws {
        let folder = try Folder()
        try folder.write("x.yaml", Self.client + "messages: own\n")
        try folder.write("Libraries/tls.yaml", Self.words)
        #expect(try ClientLibrary(folders: [folder.path]).client("x").allReasons.isEmpty)
    }

    struct Refusal: CustomTestStringConvertible {
        let testDescription: String
        let words: String
        let code: String
    }

    static let refusals = [
        Refusal(
            testDescription: "an unknown key",
            words: words + "reason: expired\n",
            code: "S001"
        ),
        Refusal(
            testDescription: "a name that differs from the file's",
            words: words.replacing("library: tls", with: "library: ssl"),
            code: "C008"
        ),
        Refusal(
            testDescription: "a malformed pattern",
            words: words.replacing("says: b", with: "says: '('"),
            code: "C003"
        ),
        Refusal(
            testDescription: "no reasons",
            words: "library: tls\nabout: TLS.\n",
            code: "S003"
        ),
    ]

    @Test(arguments: refusals)
    func `reports faults of a library file for each definition that uses the library`(
        refusal: Refusal
    ) throws {
        let folder = try Folder()
        try folder.write("x.yaml", Self.client)
        try folder.write("Libraries/tls.yaml", refusal.words)
        let library = ClientLibrary(folders: [folder.path])
        #expect(throws: ClientLookupError.self) { try library.client("x") }
        let diagnostics = library.readLibraries().flatMap(\.diagnostics)
        #expect(diagnostics.map(\.code.rawValue) == [refusal.code])
        #expect(try library.readAll().flatMap(\.diagnostics) == diagnostics)
    }
}

extension ReasonPattern {
    /// The reason on one line, for a digest.
    fileprivate var line: String {
        let exit = end.exit.map(String.init) ?? ""
        return "\(exit)|\(says?.text ?? "")|\(reasons.map(\.rawValue).joined(separator: ","))\n"
    }
}

extension String {
    /// FNV-1a of 64 bits.
    fileprivate var fnv: UInt64 {
        utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
