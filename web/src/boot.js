// Runs before the first paint, so that nothing of a wrong theme, language or currency shows.
(function () {
  // After an update the program or the style of this page may be deleted: the page is loaded again, once.
  // As lib/missing-parts.ts, which is for the parts that come later.
  addEventListener(
    'error',
    function (event) {
      var part = event.target;
      var file = part.tagName === 'SCRIPT' ? part.src : part.rel === 'stylesheet' && part.href;
      if (!file || file.indexOf(location.origin + '/assets/') || !navigator.onLine) return;
      try {
        if (Date.now() - sessionStorage.getItem('reloadedAt') < 300000) return;
        sessionStorage.setItem('reloadedAt', Date.now());
      } catch {
        return;
      }
      location.reload();
    },
    true,
  );

  var root = document.documentElement;
  var stored = function (key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  var theme = stored('theme');
  var dark =
    theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';

  // As `displayCurrency` in lib/pricing.ts; a prerendered page holds the prices in both currencies.
  var zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  root.dataset.currency = zone === 'Asia/Kolkata' || zone === 'Asia/Calcutta' ? 'INR' : 'USD';

  var served = root.lang;
  var language = stored('language');
  if (language === 'en' || language === 'kn') {
    root.lang = language;
    if (document.cookie.split('; ').indexOf('language=' + language) < 0)
      document.cookie =
        'language=' +
        language +
        '; path=/; max-age=31536000; samesite=lax' +
        (location.protocol === 'https:' ? '; secure' : '');
  }

  // The page shows something else than what was prerendered: main.tsx renders all of it.
  var program = document.currentScript.dataset.program;
  var order = /[?&]order=/.test(location.search) || (history.state && history.state.usr);
  // Of a reader who is known, too: the page was rendered for visitors.
  var known = stored('reader') || stored('adminToken');
  // The skeleton of a screen, which names no program, is the same for all.
  var outdated = root.lang !== served || (program && (order || known));
  if (outdated) root.dataset.outdated = '';

  // A prerendered page loads its program, named first, when it is painted; others name none.
  if (!program) return;
  var add = function (name, attributes) {
    document.head.append(Object.assign(document.createElement(name), attributes));
  };
  var start = function () {
    var files = program.split(' ');
    files.forEach(function (file) {
      add('link', { rel: 'modulepreload', crossOrigin: '', href: file });
    });
    add('script', { type: 'module', crossOrigin: '', src: files[0] });
  };
  if (outdated || document.hidden) start();
  else
    requestAnimationFrame(function () {
      setTimeout(start);
    });
})();
