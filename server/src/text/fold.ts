const ascii = /^[\0-\x7f]*$/;

/** Excludes kana sound marks, and vowels in Thai and Indic scripts. */
const marks =
  /(?![\u3099\u309a])[\p{sc=Inherited}\p{Cf}\u0640]|(?=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}])\p{M}/gu;
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ɨ: 'i',
  ə: 'e',
  ƀ: 'b',
  ɓ: 'b',
  ɖ: 'd',
  ɗ: 'd',
  ƒ: 'f',
  ς: 'σ',
  ʼ: "'",
  ی: 'ي',
  ى: 'ي',
  ک: 'ك',
  ة: 'ه',
  ٱ: 'ا',
};
const foldedLetters = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');
const zeros = [...'٠۰߀०০੦૦୦௦౦೦൦๐໐༠၀០᠐'].map((zero) => zero.codePointAt(0) ?? 0);

export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(marks, '')
    .replace(foldedLetters, (letter) => letters[letter] ?? letter)
    .replace(/(?![0-9])\p{Nd}/gu, foldDigit)
    .normalize('NFC');
}

function foldDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = zeros.find((digitZero) => digitZero <= code && code < digitZero + 10);
  return zero === undefined ? digit : String(code - zero);
}
