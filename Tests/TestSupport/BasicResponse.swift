import Testing
import X509

/// Returns the BasicOCSPResponse in a successful response: the signed part and the rest (RFC 6960
/// §4.2.1).
package func basicEncoding(of response: [UInt8]?) throws -> [UInt8] {
    let response = try #require(response)
    let basic = try #require(try OCSPResponse(der: response).basic)
    return DERWriter.bytes { writer in
        writer.constructed(.sequence) { $0.raw(Array(basic.der[basic.tbs.lowerBound...])) }
    }
}
