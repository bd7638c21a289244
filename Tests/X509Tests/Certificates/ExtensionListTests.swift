import Testing
import X509

/// Extensions that a certificate repeats.
@Suite struct ExtensionListTests {
    @Test
    func `reads the first extension with an identifier, and reports a repetition`() throws {
        var sample = SampleCertificate()
        let first = SampleCertificate.extension(.basicConstraints, "30030101ff")
        let second = SampleCertificate.extension(.basicConstraints, "3000")
        let other = SampleCertificate.extension(.keyUsage, "03020780")
        sample.extensions = first + other
        #expect(try Certificate(der: sample.der).extensions.duplicate == nil)
        sample.extensions = first + other + second
        let extensions = try Certificate(der: sample.der).extensions
        #expect(extensions.duplicate == extensions.list.last)
        #expect(extensions.basicConstraints?.isCA == true)
        sample.extensions = second + first
        #expect(try Certificate(der: sample.der).extensions.basicConstraints?.isCA == false)
    }

    @Test(arguments: [31, 32, 33, 200])
    func `finds a repeated extension among many`(count: Int) throws {
        let different = (0..<count).map {
            SampleCertificate.extension(
                ObjectIdentifier(content: [0x2a, UInt8($0 % 100), 1, UInt8($0 / 100)]),
                ""
            )
        }
        var sample = SampleCertificate()
        sample.extensions = different.joined()
        #expect(try Certificate(der: sample.der).extensions.duplicate == nil)
        sample.extensions = (different + [different[count / 2]]).joined()
        let extensions = try Certificate(der: sample.der).extensions
        #expect(extensions.list.count == count + 1)
        #expect(extensions.duplicate == extensions.list.last)
    }
}
