extension ApplicationProtocol {
    package static let kafka = ApplicationProtocol(
        "kafka",
        about: "event streams (Apache Kafka's protocol)",
        transports: [.implicit],
        length: { input in
            // A length of four bytes precedes a request header of at least eight bytes.
            input.number(at: 0, count: 4).flatMap { $0 >= 8 ? input.complete(4 + $0) : nil }
        }
    ) { request, _ in
        guard let key = request.number(at: 4, count: 2),
            let version = request.number(at: 6, count: 2),
            let correlation = request.bytes(at: 8, count: 4),
            let body = answer(toRequest: key, version: version)
        else { return .says("") }
        return .says([UInt8](4 + body.count, count: 4) + correlation + body)
    }

    private static let metadata = 3
    private static let apiVersions = 18
    /// The requests that the server answers, with the newest version of each; the oldest version is
    /// 0.
    private static let versions = [(key: metadata, newest: 4), (key: apiVersions, newest: 3)]

    /// Returns the answer without its header; nil for a request that `versions` does not list.
    private static func answer(toRequest key: Int, version: Int) -> [UInt8]? {
        switch (key, version) {
        case (apiVersions, 0...3): listed(version: version)
        // A server answers a newer version in version 0, with the error UNSUPPORTED_VERSION
        // (KIP-511).
        case (apiVersions, _): listed(version: 0, error: 35)
        case (metadata, 0...4): cluster(version: version)
        default: nil
        }
    }

    /// Returns the answer to ApiVersions, which lists the versions of each request.
    private static func listed(version: Int, error: Int = 0) -> [UInt8] {
        // From version 3 on, a list's length is written as one more than the number of its
        // elements, and tagged fields follow.
        let isFlexible = version >= 3
        var answer = [UInt8](error, count: 2)
        answer +=
            isFlexible ? [UInt8](versions.count + 1, count: 1) : [UInt8](versions.count, count: 4)
        for (key, newest) in versions {
            answer += [UInt8](key, count: 2) + [0, 0] + [UInt8](newest, count: 2)
            if isFlexible { answer.append(0) }
        }
        // The throttle time.
        if version >= 1 { answer += [0, 0, 0, 0] }
        if isFlexible { answer.append(0) }
        return answer
    }

    /// Returns the answer to Metadata of a cluster without brokers and topics.
    private static func cluster(version: Int) -> [UInt8] {
        let none: [UInt8] = [0, 0, 0, 0]
        // The throttle time precedes the brokers.
        var answer = version >= 3 ? none + none : none
        // The name of the cluster, which is null.
        if version >= 2 { answer += [0xff, 0xff] }
        // The number -1 means that there is no controller.
        if version >= 1 { answer += [0xff, 0xff, 0xff, 0xff] }
        return answer + none
    }
}
