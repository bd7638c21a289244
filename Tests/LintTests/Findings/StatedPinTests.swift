import Testing
import X509

@testable import Lint

struct StatedPinTests {
    private static let sound = "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="

    @Test(arguments: [
        ("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", true), ("BBBBBBBBBBBBBBBB=", true),
        ("r/mIkG3e...", true), ("7HIpactkIAq2Y49orFOOQKurWxmmSFZhBCoQYcRhJ3Y=", true),
        ("47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", true), (sound, false), ("abc", false),
        ("", false),
    ])
    func `distinguishes placeholders from real pins`(text: String, isPlaceholder: Bool) {
        #expect(StatedPin.isPlaceholder(text) == isPlaceholder)
    }

    @Test(
        arguments: [
            ("sha256/\(sound)", sound), ("sha256//\(sound)", sound), ("pin-sha256=\(sound)", sound),
            (String(repeating: "00", count: 32), Base64.text([UInt8](repeating: 0, count: 32))),
            ("sha256/short", nil), (sound, nil), ("", nil),
            (String(repeating: "0g", count: 32), nil),
        ] as [(String, String?)]
    )
    func `converts a hash in another notation to base64`(text: String, base64: String?) {
        #expect(StatedPin.base64(of: text) == base64)
    }
}
