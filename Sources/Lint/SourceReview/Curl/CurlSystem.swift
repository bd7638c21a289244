extension CodeSystem {
    static let curl = CodeSystem(
        name: "curl, libcurl, PHP, pycurl, wget, git, pip",
        noun: "a shell script, a .curlrc, or code with libcurl",
        rules: [.curlConfig, .curlQUICBuild],
        isUsed: { review in
            review.source.language == .shell || review.file.lastName.hasSuffix("curlrc")
        }
    )

    static let node = CodeSystem(
        name: "Node.js",
        noun: "JavaScript or a shell's settings for Node.js",
        rules: [.nodeRelease],
        isUsed: { !$0.context.surroundings.files(.nodeIdentityCheck).isEmpty }
    )
}
