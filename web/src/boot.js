// Runs before the first paint: the stored theme and language must not flash in later.
(function () {
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

  var language = stored('language') === 'kn' ? 'kn' : 'en';
  root.lang = language;

  // Where the texts are; written into index.html by the build (build/boot-script.ts).
  var files = document.currentScript.dataset[language];
  (files ? files.split(' ') : []).forEach(function (file) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  });
})();
