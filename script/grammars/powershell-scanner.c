// The scanner of the grammar of PowerShell, which its package lacks: a statement ends before a
// line feed, a carriage return, `;`, `}`, `)` and at the end of the file. The token is empty.
#include <tree_sitter/parser.h>

static bool is_blank(int32_t sign) {
    return sign == ' ' || sign == '\t' || sign == '\v' || sign == '\f' || sign == 0xa0;
}

bool tree_sitter_powershell_external_scanner_scan(void *state, TSLexer *lexer, const bool *wanted) {
    (void)state;
    if (!wanted[0]) return false;
    lexer->result_symbol = 0;
    lexer->mark_end(lexer);
    while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
    switch (lexer->lookahead) {
    case 0: case '\n': case '\r': case ';': case '}': case ')': return true;
    default: return false;
    }
}

void *tree_sitter_powershell_external_scanner_create(void) { return 0; }
void tree_sitter_powershell_external_scanner_destroy(void *state) { (void)state; }
unsigned tree_sitter_powershell_external_scanner_serialize(void *state, char *buffer) {
    (void)state; (void)buffer;
    return 0;
}
void tree_sitter_powershell_external_scanner_deserialize(void *state, const char *buffer, unsigned length) {
    (void)state; (void)buffer; (void)length;
}
