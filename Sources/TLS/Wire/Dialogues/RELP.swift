extension ApplicationProtocol {
    package static let relp = ApplicationProtocol(
        "relp",
        about: "log messages with confirmations (RELP, version 0)",
        transports: [.implicit],
        length: { input in frame(in: input)?.length }
    ) { message, _ in .says(answer(to: message)) }

    /// The start of a frame: a number, a command and the length of the data, separated by blanks.
    ///
    /// A blank precedes the data, and a line feed ends the frame.
    private struct RELPFrame {
        let number: String
        let command: String
        /// The length of the whole frame.
        let length: Int
    }

    /// Returns the first frame; nil if the frame is incomplete, or if a part of the frame is longer
    /// than allowed.
    private static func frame(in input: [UInt8]) -> RELPFrame? {
        // The number and the length have up to nine digits, and the command has up to 32 letters.
        let head = input.prefix(9 + 1 + 32 + 1 + 9 + 1)
        let decimal = UInt8(ascii: "0")...UInt8(ascii: "9")
        let number = head.prefix(9).prefix { decimal.contains($0) }
        let afterNumber = head.dropFirst(number.count)
        let command = afterNumber.dropFirst().prefix(32).prefix { $0 > 0x20 }
        let afterCommand = afterNumber.dropFirst(1 + command.count)
        let digits = afterCommand.dropFirst().prefix(9).prefix { decimal.contains($0) }
        guard !number.isEmpty, afterNumber.first == 0x20, !command.isEmpty,
            afterCommand.first == 0x20,
            let count = Int(String(decoding: digits, as: UTF8.self)),
            // Another digit of the length could still come.
            let next = afterCommand.dropFirst(1 + digits.count).first,
            next == (count == 0 ? 10 : 0x20)
        else { return nil }
        let end = number.count + 1 + command.count + 1 + digits.count
        guard let length = input.complete(end + (count == 0 ? 1 : 1 + count + 1)) else {
            return nil
        }
        return RELPFrame(
            number: String(decoding: number, as: UTF8.self),
            command: String(decoding: command, as: UTF8.self),
            length: length
        )
    }

    private static func answer(to message: [UInt8]) -> String {
        guard let frame = frame(in: message) else { return "" }
        let data =
            switch frame.command {
            case "open": "200 OK\nrelp_version=0\nrelp_software=1\ncommands=syslog"
            case "syslog": "200 OK"
            case "close": ""
            case "rsp": nil as String?
            default: "500 unknown command"
            }
        guard let data else { return "" }
        guard !data.isEmpty else { return "\(frame.number) rsp 0\n0 serverclose 0\n" }
        return "\(frame.number) rsp \(data.utf8.count) \(data)\n"
    }
}
