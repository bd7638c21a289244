import Testing

@testable import Lint

/// The code of PHP files with parts in HTML.
struct PHPCodeTests {
    @Test(arguments: [
        ("a();", "a();"),
        ("<?php a();", "      a();"),
        ("It's <?php a(); ?> it's\n<?= b() ?>\n", "           a();        \n    b() ; \n"),
        ("<?php if (a): ?>\nb\n<?php endif ?>", "      if (a):   \n \n      endif ; "),
        ("<?php a('?>') // 'b ?>c", "      a('?>') // 'b ;  "),
        ("<?php /* ?> */ a() # ?>b", "      /* ?> */ a() # ;  "),
        ("<?php #[A] f(\"\\\"?>\"); ?>b", "      #[A] f(\"\\\"?>\");    "),
        ("<?php a(<<<'E'\n it's ?>\n E);\n?>'", "      a(<<<'E'\n it's ?>\n E);\n   "),
        ("<?xml version='1.0'?><?php a()", "                           a()"),
        ("<? a ?>", "   a ; "),
        ("é<?php a", "        a"),
    ])
    func `keeps only the code of a PHP file, at its offset`(file: String, code: String) {
        let found = String(decoding: PHPCode.only(Array(file.utf8)), as: UTF8.self)
        #expect(found == code)
        #expect(found.utf8.count == file.utf8.count)
    }

    @Test(arguments: [
        "<?php '", "<?php '\\", "<?php /*", "<?php <<<", "<?php <<<E", "<?php <<<E\n", "<?", "<?p",
        "<?=", "?>",
    ])
    func `reads a file that ends early`(file: String) {
        #expect(PHPCode.only(Array(file.utf8)).count == file.utf8.count)
    }
}
