import Forge
import TestSupport
import Testing
import X509

@testable import JudgingTargets

/// The seeds of `CountSCTs`: lists and responses with SCTs of known and unknown logs.
struct SCTSeedTests {
    @Test func `the generated seeds equal the seeds in the repository`() throws {
        var late = LogPromise(log: "third")
        late.at = .relative(-86_400)
        var early = late
        early.at = .relative(-86_400 * 20)
        var future = LogPromise(log: "second")
        future.at = .relative(86_400)
        var others = LogPromise(log: "second")
        others.signer = "first"
        let promises: [String: [DeclaredSCT]] = [
            "two-operators": [.made(LogPromise(log: "first")), .made(LogPromise(log: "second"))],
            "one-operator": [.made(LogPromise(log: "first")), .made(early)],
            "after-retirement": [.made(LogPromise(log: "second")), .made(late)],
            "future": [.made(LogPromise(log: "first")), .made(future)],
            "another-signer": [.made(LogPromise(log: "first")), .made(others)],
            "unknown-log": [.made(LogPromise(log: "stranger"))],
            "later-version": [.bytes([1, 2, 3])],
        ]
        var seeds: [String: [UInt8]] = ["none": input([2, 0, 0], nil, nil)]
        for (name, list) in promises {
            var entities = SCTEvidence.entities
            entities["bare"]?.ocsp = StatusResponse()
            entities["bare"]?.ocsp?.scts = list
            let forged = try PKI(entities: entities)
                .forge(seed: SCTEvidence.seed, at: SCTEvidence.now)
            let bytes = try forged.scts(list, of: "bare", at: SCTEvidence.now)
            let basic = try basicEncoding(of: forged.responses["bare"])
            seeds[name] = input([0, 0, 0], bytes, nil)
            seeds[name + "-of-a-response"] = input([0, 1, 0], [], basic)
        }
        try expectSeeds(seeds, of: "CountSCTs")
    }

    private func input(_ steering: [UInt8], _ list: [UInt8]?, _ response: [UInt8]?) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.primitive(.octetString, steering)
            if let list { writer.primitive(.octetString, list) }
            if let response { writer.raw(response) }
        }
    }
}
