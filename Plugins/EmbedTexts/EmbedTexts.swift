import Foundation
import PackagePlugin

/// Embeds the `.txt` files of the target that uses the plugin: `attacks.txt` becomes
/// `EmbeddedTexts.attacks`.
///
/// They are string literals, because the compiler takes 20 seconds for the array of bytes that
/// `.embedInCode` makes of 70 KB. The shell writes them, because a program of the package would be
/// built with the sanitizers of fuzz targets.
@main struct EmbedTexts: BuildToolPlugin {
    private static let script = """
        output=$1
        shift
        {
            echo 'enum EmbeddedTexts {'
            for file; do
                echo "static let $(basename "$file" .txt): StaticString = ###\\"\\"\\""
                cat "$file"
                echo '\"""###'
            done
            echo '}'
        } >"$output"
        """

    func createBuildCommands(context: PluginContext, target: Target) -> [Command] {
        let files = target.sourceModule?.sourceFiles(withSuffix: ".txt").map(\.url) ?? []
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedTexts.swift")
        return [
            .buildCommand(
                displayName: "Embedding texts in \(target.name)",
                executable: URL(filePath: "/bin/sh"),
                arguments: ["-c", Self.script, "sh", output.path] + files.map(\.path).sorted(),
                inputFiles: files,
                outputFiles: [output]
            )
        ]
    }
}
