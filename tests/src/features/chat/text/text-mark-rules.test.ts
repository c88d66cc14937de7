import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markedRuns, type Run } from "#features/chat/text/text-mark-rules.ts";

/** Runs in letters: `‹**›b{word}‹**›`; `b` for bold, `i` for italic, `s` for struck, `c` for code, `f` for a formula. */
function inLetters(runs: readonly Run[]): string {
  const of = ({ text, look }: Run) => {
    const letters = [
      look.isBold && "b",
      look.isItalic && "i",
      look.isStruck && "s",
      look.isCode && "c",
      look.isFormula && "f",
    ];
    const set = letters.filter((each) => each !== false).join("");
    return look.isSign ? `‹${text}›` : set === "" ? text : `${set}{${text}}`;
  };
  return runs.map(of).join("");
}
const shown = (text: string) => inLetters(markedRuns(text));

describe("what models set apart", () => {
  it.each([
    // Bold and italic.
    ["**53 days**", "‹**›b{53 days}‹**›"],
    [
      "The siege lasted **53 days**, from April.",
      "The siege lasted ‹**›b{53 days}‹**›, from April.",
    ],
    ["__so__ and _so_", "‹__›b{so}‹__› and ‹_›i{so}‹_›"],
    ["*one* word", "‹*›i{one}‹*› word"],
    ["***both***", "‹***›bi{both}‹***›"],
    ["___both___", "‹___›bi{both}‹___›"],
    ["**bold *and* bold**", "‹**›b{bold }‹*›bi{and}‹*›b{ bold}‹**›"],
    ["*it **and** it*", "‹*›i{it }‹**›bi{and}‹**›i{ it}‹*›"],
    ["**bold *both***", "‹**›b{bold }‹*›bi{both}‹***›"],
    ["*it **both***", "‹*›i{it }‹**›bi{both}‹***›"],
    ["**_both_**", "‹**_›bi{both}‹_**›"],
    ["_**both**_", "‹_**›bi{both}‹**_›"],
    ["**Note:** this", "‹**›b{Note:}‹**› this"],
    ["**Note**: this", "‹**›b{Note}‹**›: this"],
    ["(**a**)", "(‹**›b{a}‹**›)"],
    ['"**a**"', '"‹**›b{a}‹**›"'],
    ["„**a**“", "„‹**›b{a}‹**›“"],
    ["**a**–**b**", "‹**›b{a}‹**›–‹**›b{b}‹**›"],
    ["**a**/**b**", "‹**›b{a}‹**›/‹**›b{b}‹**›"],
    ["**.env** and **(a)**", "‹**›b{.env}‹**› and ‹**›b{(a)}‹**›"],
    ["**1.** First", "‹**›b{1.}‹**› First"],
    ["**C++**", "‹**›b{C++}‹**›"],
    ["**50%**", "‹**›b{50%}‹**›"],
    ["_$AAPL_ and _$MSFT_", "‹_›i{$AAPL}‹_› and ‹_›i{$MSFT}‹_›"],
    [
      "Costs 5$/mo, see [docs](https://x.y/a^b), not 10$.",
      "Costs 5$/mo, see ‹[›docs‹](https://x.y/a^b)›, not 10$.",
    ],
    ["$5 and *up to* $10, US$ 7", "$5 and ‹*›i{up to}‹*› $10, US$ 7"],
    ["**x** in \\(a*b\\) is *so*", "‹**›b{x}‹**› in \\(a*b\\) is ‹*›i{so}‹*›"],
    ["**$5**, **€5**", "‹**›b{$5}‹**›, ‹**›b{€5}‹**›"],
    ['**"quoted"**', '‹**›b{"quoted"}‹**›'],
    ["**don't** and *can't*", "‹**›b{don't}‹**› and ‹*›i{can't}‹*›"],
    ["**a** b **c**", "‹**›b{a}‹**› b ‹**›b{c}‹**›"],
    ["**a**\n**b**", "‹**›b{a}‹**›\n‹**›b{b}‹**›"],
    ["**a**\r\n**b**", "‹**›b{a}‹**›\r\n‹**›b{b}‹**›"],
    ["*a*, *b*, *c*", "‹*›i{a}‹*›, ‹*›i{b}‹*›, ‹*›i{c}‹*›"],
    ["*Hamlet*, *Macbeth*.", "‹*›i{Hamlet}‹*›, ‹*›i{Macbeth}‹*›."],
    ["**a_b_c**", "‹**›b{a_b_c}‹**›"],
    ["**2 * 3**", "‹**›b{2 * 3}‹**›"],
    ["_snake_case_", "‹_›i{snake_case}‹_›"],
    ["**Über**, **naïve**, **é**", "‹**›b{Über}‹**›, ‹**›b{naïve}‹**›, ‹**›b{é}‹**›"],
    ["**Привет**, мир", "‹**›b{Привет}‹**›, мир"],
    ["**مرحبا** بالعالم", "‹**›b{مرحبا}‹**› بالعالم"],
    ["**שלום** לך", "‹**›b{שלום}‹**› לך"],
    ["**नमस्ते** दुनिया", "‹**›b{नमस्ते}‹**› दुनिया"],
    ["这是**重点**内容", "这是‹**›b{重点}‹**›内容"],
    ["これは**大事**です", "これは‹**›b{大事}‹**›です"],
    ["이것은 **중요**합니다", "이것은 ‹**›b{중요}‹**›합니다"],
    ["นี่คือ**สำคัญ**มาก", "นี่คือ‹**›b{สำคัญ}‹**›มาก"],
    ["使用API**接口**进行**认证**。", "使用API‹**›b{接口}‹**›进行‹**›b{认证}‹**›。"],
    ["**重点**API接口和**认证**", "‹**›b{重点}‹**›API接口和‹**›b{认证}‹**›"],
    ["共3**个**，分**两**步", "共3‹**›b{个}‹**›，分‹**›b{两}‹**›步"],
    ["ユーザー**登録**画面で**確認**", "ユーザー‹**›b{登録}‹**›画面で‹**›b{確認}‹**›"],
    ["**ユーザー**API", "‹**›b{ユーザー}‹**›API"],
    ["⚠️**Important:** read", "⚠️‹**›b{Important:}‹**› read"],
    ["1️⃣**First**", "1️⃣‹**›b{First}‹**›"],
    ["**🎉 Party 🎉**", "‹**›b{🎉 Party 🎉}‹**›"],
    ["👉**here**👈", "👉‹**›b{here}‹**›👈"],
    ["✅ **Done**", "✅ ‹**›b{Done}‹**›"],
    ["~~old~~ new", "‹~~›s{old}‹~~› new"],
    ["**a ~~b~~**", "‹**›b{a }‹~~›bs{b}‹~~**›"],
    ["~~*a* b~~", "‹~~*›is{a}‹*›s{ b}‹~~›"],
    ["~~https://a.org~~", "‹~~›s{https://a.org}‹~~›"],
    // Code.
    ["`x`", "‹`›c{x}‹`›"],
    ["Run `npm test` now", "Run ‹`›c{npm test}‹`› now"],
    ["``a ` b``", "‹``›c{a ` b}‹``›"],
    ["`a` and `b`", "‹`›c{a}‹`› and ‹`›c{b}‹`›"],
    ["`**x**`", "‹`›c{**x**}‹`›"],
    ["`a*b` and `c*d`", "‹`›c{a*b}‹`› and ‹`›c{c*d}‹`›"],
    ["`snake_case_name`", "‹`›c{snake_case_name}‹`›"],
    ["**`x`**", "‹**`›bc{x}‹`**›"],
    ["**Use `x` here**", "‹**›b{Use }‹`›bc{x}‹`›b{ here}‹**›"],
    ["*see `x`*", "‹*›i{see }‹`›ic{x}‹`*›"],
    ["f(`a`, `b`)", "f(‹`›c{a}‹`›, ‹`›c{b}‹`›)"],
    ["`C:\\`", "‹`›c{C:\\}‹`›"],
    ["a`x`b", "a‹`›c{x}‹`›b"],
    ["` x `", "‹`›c{ x }‹`›"],
    // Links.
    ["[text](https://a.org)", "‹[›text‹](https://a.org)›"],
    ["See [the page](https://a.org/b_c_d).", "See ‹[›the page‹](https://a.org/b_c_d)›."],
    ["[a](b) [c](d)", "‹[›a‹](b)› ‹[›c‹](d)›"],
    ["**[a](b)**", "‹**[›b{a}‹](b)**›"],
    ["[**a**](b)", "‹[**›b{a}‹**](b)›"],
    ["[`a`](b)", "‹[`›c{a}‹`](b)›"],
    ["![A cat](cat.png)", "‹![›A cat‹](cat.png)›"],
    ["[a](https://de.wikipedia.org/wiki/A_(B))", "‹[›a‹](https://de.wikipedia.org/wiki/A_(B))›"],
    ["[a [b](c)", "[a ‹[›b‹](c)›"],
    ["[a]()", "‹[›a‹]()›"],
    ['[a](https://a.org "A title")', '‹[›a‹](https://a.org "A title")›'],
    ["[a](b 'A (title)') c", "‹[›a‹](b 'A (title)')› c"],
    // Formulas in lines that are written from right to left.
    ["السعر هو $x^2 + 1$ تقريبًا.", "السعر هو f{$x^2 + 1$} تقريبًا."],
    ["השטח הוא \\(x_1 * y_1\\) בערך", "השטח הוא f{\\(x_1 * y_1\\)} בערך"],
    ["هنا $$x$$ و$y$، و\\(z\\)", "هنا f{$$x$$} وf{$y$}، وf{\\(z\\)}"],
    ["**قيمة $x$**", "‹**›b{قيمة }bf{$x$}‹**›"],
    ["بين $5 أو 10$ و$x$ **هنا**", "بين $5 أو 10$ وf{$x$} ‹**›b{هنا}‹**›"],
  ])("%j is set as %j [conversation.marks]", (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it.each([
    "2 * 3 * 4",
    "2*3*4",
    "a * b * c",
    "2 ** 3 ** 4",
    "~~ blank ~~",
    "~~not closed",
    "~~over\ntwo~~",
    "a~~b~~c",
    "~5 and ~6~",
    "~~~a~~~",
    "[a](b not a title)",
    '[a](b "not closed)',
    "a**b",
    "a**b**c",
    "snake_case_name",
    "a_b and c_d",
    "* item",
    "** item",
    "**not closed",
    "not opened**",
    "*not closed",
    "_not closed",
    "** blank inside **",
    "周长=2*长+2*宽",
    "2*半径*3.14",
    "報告_2024_終稿.docx",
    "議事録_最終版_山田.xlsx",
    "the optimal \\(x^*\\) and \\(y^*\\)",
    "the optimal $x^*$ and $y^*$",
    "\\(\\mathbf{x}_{i} = \\mathbf{W}_{ij}\\)",
    "* blank inside *",
    "**blank at one side **",
    "** blank at the other**",
    "**over\ntwo lines**",
    "*over\ntwo*",
    "****",
    "****x****",
    "*****",
    "___",
    "__________",
    "Name: ____________",
    "*.ts and *.js",
    "**/*.ts, **/*.js",
    "src/*/test and lib/*/test",
    "SELECT * FROM a WHERE b = *",
    "f(*args, **kwargs)",
    "int *p, *q;",
    "5* and 3*",
    "a* b*",
    "footnote* and another*",
    "*footnote and nothing",
    "\\*not italic\\*",
    "\\_not\\_",
    "\\`not\\`",
    "`not closed",
    "``not closed`",
    "`over\ntwo`",
    "It's 5 o`clock",
    "[ ] to do",
    "[x] done",
    "a[i](x y)",
    "[note] (and more)",
    "[not closed](",
    "[](b)",
    "](b)",
    "https://a.org/_b_/c",
    "https://a.org/*b*".replaceAll("*", "_"),
    "mail_address_of@example.org",
    "a_ b_ c",
    "_ _",
    "* *",
    "**\u00a0**",
    "10 000 000",
    "😀*😀",
    "مرحبا*بالعالم*هنا",
    "$5 and $10",
    "a is $x$ and \\(y\\)",
    "بين $5 و$10",
    "من $5-$10 إلى $ 7 $",
    "$x هنا \\(y",
    "",
    " ",
    "\n\n",
  ])("%j stays as it is [conversation.marks]", (text) => {
    expect(shown(text)).toBe(text);
  });

  it("begins a line of a quotation with its signs", () => {
    const signs = (text: string) => inLetters(markedRuns(text, true));
    expect(signs("> **a**\n>b\n> > c")).toBe("‹> **›b{a}‹**›\n‹>›b\n‹> > ›c");
    expect(shown("> a")).toBe("> a");
  });

  it("changes no character [conversation.characters]", () => {
    const signs = fc.constantFrom(
      "**",
      "*",
      "_",
      "__",
      "***",
      "`",
      "``",
      "[",
      "](",
      ")",
      "\\",
      "$",
    );
    const words = fc.constantFrom("a", " ", "\n", "م", "字", "🎉", "https://a.org/b_c", ".", "(");
    fc.assert(
      fc.property(fc.array(fc.oneof(signs, words), { maxLength: 60 }), (parts) => {
        const text = parts.join("");
        expect(
          markedRuns(text)
            .map((run) => run.text)
            .join(""),
        ).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    "*",
    "**a ",
    "*a_b ",
    "*a* ",
    "_a *b ",
    "`",
    "` ",
    "``a`",
    "[",
    "[a](",
    "[a](b) ",
    '](a "',
    "](a  ",
    "~~a ",
    "~",
    "](",
    "](a(b)",
    "https://",
    "**a",
    "*a",
    "字*",
    "\\",
    "م$x",
    "م$ ",
    "م$$x",
    "م\\(x",
    "م\\(\\x",
  ])("takes no longer than a moment for a line of %j", (part) => {
    const begun = performance.now();
    markedRuns(part.repeat(part === "*" ? 1_000_000 : 200_000 / part.length));
    expect(performance.now() - begun).toBeLessThan(8_000);
  });
});
