import Basics

extension Failure {
    /// Refuses a compressed suite (RFC 1952 §2.3.1), and says how to decompress it.
    package static func requireUncompressed(
        _ text: [UInt8],
        of place: String,
        for command: String
    ) throws(Failure) {
        guard text.starts(with: [0x1f, 0x8b]) else { return }
        throw Failure(
            .invalidScenario,
            "\(place) is compressed",
            help: "gunzip it first, as in: gunzip -c cases.gz | hatpin \(command)"
        )
    }
}
