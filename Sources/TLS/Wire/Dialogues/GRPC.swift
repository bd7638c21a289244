extension ApplicationProtocol {
    /// gRPC, whose answer to every call is a message without fields and the status OK.
    package static let grpc = ApplicationProtocol(
        overHTTP2: "grpc",
        about: "calls of services (gRPC over HTTP/2)"
    ) { _ in
        // An uncompressed message of no bytes, which is valid for every type of Protocol Buffers.
        HTTP2Answer(
            status: "200",
            fields: [(name: "content-type", value: "application/grpc")],
            body: [0, 0, 0, 0, 0],
            trailers: [(name: "grpc-status", value: "0")]
        )
    }
}
