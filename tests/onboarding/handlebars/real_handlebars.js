// Renders JSON lines {template, data} with the real Handlebars; the functions mean what ours mean.
'use strict';
const Handlebars = require(process.argv[2]);
const readline = require('readline');

const isArray = Array.isArray;
const isObject = value => value !== null && typeof value === 'object' && !isArray(value);
const holds = value => Boolean(value) && !(isArray(value) && value.length === 0);
const same = (a, b) => {
  if (a == null || b == null) return a == null && b == null;
  if (isArray(a) && isArray(b)) return a.length === b.length && a.every((member, i) => same(member, b[i]));
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length
      && keys.every(key => Object.prototype.hasOwnProperty.call(b, key) && same(a[key], b[key]));
  }
  return a === b;
};
const ordered = accept => (a, b) =>
  typeof a === typeof b && (typeof a === 'number' || typeof a === 'string') && accept(a, b);
const tests = {
  eq: same,
  ne: (a, b) => !same(a, b),
  gt: ordered((a, b) => a > b),
  gte: ordered((a, b) => a >= b),
  lt: ordered((a, b) => a < b),
  lte: ordered((a, b) => a <= b),
  and: (...values) => values.every(holds),
  or: (...values) => values.some(holds),
  not: value => !holds(value),
  includes: (whole, part) => {
    if (isArray(whole)) return whole.some(member => same(member, part));
    if (typeof whole === 'string') return typeof part === 'string' && whole.includes(part);
    return isObject(whole) && typeof part === 'string' && Object.prototype.hasOwnProperty.call(whole, part);
  },
};
for (const [name, test] of Object.entries(tests)) {
  Handlebars.registerHelper(name, function (...given) {
    const options = given.pop();
    const result = test(...given);
    if (!options.fn) return result;
    return result ? options.fn(this) : options.inverse(this);
  });
}
Handlebars.registerHelper('len', value => {
  if (typeof value === 'string') return Array.from(value).length;
  if (isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
});
Handlebars.registerHelper('slugify', value =>
  (value == null ? '' : String(value)).toLowerCase().replace(/[^\p{Alphabetic}\p{N}]/gu, '_'));
Handlebars.registerHelper('json', (value, ...rest) =>
  JSON.stringify(value, null, rest.length > 1 ? rest[0] : undefined));
Handlebars.registerHelper('log', () => undefined);

// Without this, numbers side by side are added up where nothing is escaped: {{1}}{{2}} would print 3.
const plain = Handlebars.JavaScriptCompiler.prototype.appendToBuffer;
Handlebars.JavaScriptCompiler.prototype.appendToBuffer = function (source, location, explicit) {
  return plain.call(this, ["('' + (", source, "))"], location, explicit);
};

console.error = () => {};  // denied properties are reported there
console.log = () => {};

readline.createInterface({ input: process.stdin }).on('line', line => {
  const { template, data } = JSON.parse(line);
  let answer;
  try {
    answer = { text: Handlebars.compile(template, { noEscape: true })(data) };
  } catch (error) {
    answer = { error: String(error.message || error) };
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
});
