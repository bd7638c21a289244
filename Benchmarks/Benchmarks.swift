#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Measures decoding and validation against OpenSSL in one process, and the cost of the worst
/// chains.
@main
enum Benchmarks {
    static func main() {
        do throws(BenchmarkError) {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            let message = Array("Benchmarks: \(error)\n".utf8)
            write(STDERR_FILENO, message, message.count)
            exit(error == .usage ? 64 : 3)
        }
    }

    private static func run(_ arguments: [String]) throws(BenchmarkError) {
        guard arguments.count <= 2, let rounds = Int(arguments.first ?? ""), rounds > 0 else {
            throw .usage
        }
        let vectors: Vectors?
        if arguments.count == 2 {
            vectors = try Vectors(folder: arguments[1])
        } else {
            vectors = nil
        }
        print("median of \(rounds) alternating rounds; CPU time of one thread, no caches")
        Line.header.show()
        if let vectors {
            Comparison.decoding(vectors.certificates).measure(rounds)
            Comparison.decodingWithKeys(vectors.certificates).measure(rounds)
            Comparison.deciding(vectors.constrained).measure(rounds)
        } else {
            print("(no public vectors: decoding and validation were not measured)")
        }
        for comparison in try Comparison.plainChain() { comparison.measure(rounds) }
        try Handshakes.show(rounds)
        try ClientHandshakes.show(rounds)
        try WorstChains.show(vectors?.pathological ?? [], rounds)
    }
}

/// The reason why a measurement fails.
enum BenchmarkError: Error, Hashable {
    case usage
    case vectors(String)
    case chain(String)
}

extension BenchmarkError: CustomStringConvertible {
    var description: String {
        switch self {
        case .usage: "usage: Benchmarks ROUNDS [FOLDER-OF-UNPACKED-PUBLIC-VECTORS]"
        case .vectors(let what), .chain(let what): what
        }
    }
}
