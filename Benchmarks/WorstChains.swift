import PathValidation
import WorstCases
import X509

/// The cost of chains that are built to be as expensive as possible.
enum WorstChains {
    static func show(
        _ pathological: [(name: String, chain: Vectors.Chain)],
        _ rounds: Int
    ) throws(BenchmarkError) {
        var chains = pathological
        for test in WorstCase.catalogue {
            guard let chain = try? test.chain() else {
                throw .chain("'\(test.name)' cannot be forged")
            }
            chains.append(
                (
                    test.name,
                    Vectors.Chain(
                        anchors: chain.anchors,
                        presented: chain.presented,
                        identity: chain.identity,
                        verifyDate: chain.verifyDate
                    )
                )
            )
        }
        print()
        print("worst chains: at most 50 ms and 20 MB".padded(to: 70) + "       ms      MB  verdict")
        for (name, chain) in chains { show(name, chain, rounds) }
    }

    private static func show(_ name: String, _ chain: Vectors.Chain, _ rounds: Int) {
        let checks = PathProfile.reference.checks()
        var verdict = "accept"
        let before = Memory.reset()
        if case .failure(let rejection) = chain.decide(checks).result {
            verdict = rejection.code.rawValue
        }
        let megabytes = Double(max(0, Memory.peak - before)) / 1_024
        let times = (0..<rounds).map { _ in
            Contender.cpuTime { _ = chain.decide(checks) }
        }
        let milliseconds = Double(times.sorted()[rounds / 2]) / 1_000_000
        print(
            name.padded(to: 70) + milliseconds.fixed(2).padded(to: -9)
                + megabytes.fixed(1).padded(to: -8) + "  " + verdict
        )
    }
}
