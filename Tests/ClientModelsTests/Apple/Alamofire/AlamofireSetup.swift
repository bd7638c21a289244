import Crypto
import Forge
import TestSupport

/// The servers and CAs for the pitfalls of both releases of Alamofire.
enum AlamofireSetup {
    static let fixture = Fixture([
        "root": .root(),
        "intermediate": .intermediate("root"),
        "leaf": .leaf("intermediate", "www.example.test"),
        "stale": .leaf("intermediate", "other.example.test") { $0.expire() },
        "renewed": .leaf("intermediate", "www.example.test") { $0.keyOf = "leaf" },
        "ed25519": .leaf("intermediate", "www.example.test") { $0.key = .ed25519 },
        "private-root": .root(),
        "private-leaf": .leaf("private-root", "www.example.test"),
        "self-signed": .selfSigned("www.example.test"),
        "proxy-root": .root(),
        "proxied": .leaf("proxy-root", "www.example.test"),
    ])
}
