import Testing

@testable import Lint

/// The commands of Makefiles.
struct MakeRecipesTests {
    @Test(arguments: [
        ("all: a b\n\t@curl -k $(URL)\n", "        \n  curl -k xxxxxx\n"),
        ("A := b\n\t-f $$c $(shell d)\n", "      \n  f  $c $(shell d)\n"),
        ("export A := b\n", "export A=b   \n"),
        ("a:\n\tf \\\n  g\nh = i\n", "  \n f \\\n  g\n     \n"),
        ("\t", " "),
        ("", ""),
    ])
    func `keeps the offsets of the commands, and blanks the rest`(text: String, script: String) {
        let bytes = MakeRecipes.script(Array(text.utf8))
        #expect(String(decoding: bytes, as: UTF8.self) == script)
    }
}
