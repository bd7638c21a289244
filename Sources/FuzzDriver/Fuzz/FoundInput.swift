/// An input that breaks a target.
struct FoundInput {
    let target: String
    let bucket: Bucket
    let bytes: [UInt8]
    /// How many bytes the one had that was found first; nil where this is it.
    var originalCount: Int?

    /// The text of `report.txt`, for a finding that stands in `folder`.
    func text(_ report: FuzzerReport, in folder: String) -> String {
        let size =
            originalCount.map { "\($0) bytes as found, brought down to \(bytes.count)" }
            ?? "\(bytes.count) bytes, as found"
        let places = bucket.frames.map { "  in  \($0)\n" }.joined()
        return """
            script/fuzz \(target) --replay \(folder)/input

            \(target): \(bucket.kind)
            \(places)input: \(size)

            \(report.text)
            """
    }
}
