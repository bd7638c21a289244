import TestSupport
import Testing

/// The seeds of `ReadQuestion`: questions of a stub resolver, written by hand.
struct QuestionSeedTests {
    /// Byte 0 is the transport and what is wrong with the zone.
    @Test func `the generated seeds equal the seeds in the repository`() throws {
        let options: [UInt8] = [0, 0, 41, 0x10, 0, 0, 0, 0x80, 0, 0, 0]
        func question(_ labels: [String], _ type: UInt8, options: [UInt8]? = nil) -> [UInt8] {
            let name: [UInt8] = labels.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
            let additional: UInt8 = options == nil ? 0 : 1
            return [0x12, 0x34, 1, 0x20, 0, 1, 0, 0, 0, 0, 0, additional] + name + [0, type, 0, 1]
                + (options ?? [])
        }
        let records = question(["_25", "_tcp", "a", "test"], 52, options: options)
        let seeds: [String: [UInt8]] = [
            "address": [0] + question(["a", "test"], 1),
            "mail-hosts": [0] + question(["test"], 15, options: options),
            "policy": [1] + question(["_mta-sts", "test"], 16),
            "records": [0] + records,
            "records-over-tcp": [1] + records,
            "insecure-records": [3] + records,
            "failing-records": [4] + records,
            "no-name": [0] + question(["b", "test"], 28),
            "empty-name": [0] + question(["_tcp", "a", "test"], 52),
            "pointer": [0] + Array(question([], 1).prefix(12)) + [0xc0, 12, 0, 1, 0, 1],
            "two-options": [0] + question(["a"], 1, options: options + options),
            "update": [0, 0x12, 0x34, 0x29, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 1],
        ]
        try expectSeeds(seeds, of: "ReadQuestion")
    }
}
