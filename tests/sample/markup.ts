/** Texts that become script if taken for markup; each would set `attacked`. */
const vectors = [
  '<script>attacked=1</script>',
  '<img src=x onerror=attacked=1>',
  '<svg onload=attacked=1>',
  '<svg/onload=attacked=1//',
  '<iframe srcdoc="<script>parent.attacked=1</script>"></iframe>',
  '<a href="javascript:attacked=1">нажми</a>',
  '<body onload=attacked=1>',
  '<input autofocus onfocus=attacked=1>',
  '<details open ontoggle=attacked=1>',
  '<video><source onerror=attacked=1></video>',
  '<audio src=x onerror=attacked=1>',
  '<math><mtext><script>attacked=1</script></mtext></math>',
  '<svg><script>attacked=1</script></svg>',
  '<svg><animate onbegin=attacked=1 attributeName=x dur=1s>',
  '<style>*{background:url("javascript:attacked=1")}</style>',
  '<object data="javascript:attacked=1"></object>',
  '<embed src="javascript:attacked=1">',
  '<form action="javascript:attacked=1"><button>ok</button></form>',
  '<link rel=stylesheet href="javascript:attacked=1">',
  '<meta http-equiv=refresh content="0;url=javascript:attacked=1">',
  '<base href="//evil.example/">',
  '<template><script>attacked=1</script></template>',
  '<marquee onstart=attacked=1>бежит</marquee>',
  '<b onmouseover=attacked=1>жирно</b>',
  '<p style="animation:x" onanimationstart=attacked=1>',
  '<img src=`x` onerror=`attacked=1`>',
  '<IMG SRC=JaVaScRiPt:attacked=1>',
  '<a href="data:text/html,<script>opener.attacked=1</script>">d</a>',
];

/** Prefixes that close an attribute, raw text element or comment. */
const ways = [
  '',
  '">',
  "'>",
  '</textarea>',
  '</title>',
  '</script>',
  '</style>',
  '</option></select>',
  '-->',
  ']]>',
  '</noscript>',
];

const others = [
  '<noscript><p title="</noscript><img src=x onerror=attacked=1>">',
  '{{constructor.constructor("attacked=1")()}}',
  '${attacked=1}',
  'javascript:attacked=1',
  '&lt;script&gt;attacked=1&lt;/script&gt;',
  '&#60;img src=x onerror=attacked=1&#62;',
  '\\u003cscript\\u003eattacked=1\\u003c/script\\u003e',
  '=HYPERLINK("//evil.example","нажми")',
];

/** More than three hundred, as target E-1 requires. */
export const markup: readonly string[] = [
  ...ways.flatMap((way) => vectors.map((vector) => way + vector)),
  ...others,
];
