import type { FastifyReply } from 'fastify';

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not available yet</title>
<h1>The pages are not available yet</h1>
<p>The web application has not been built, or WEB_DIST does not point to it. The API is running.</p>
<div lang="kn">
<h1>ಪುಟಗಳು ಇನ್ನೂ ಲಭ್ಯವಿಲ್ಲ</h1>
<p>ಜಾಲತಾಣವನ್ನು ಇನ್ನೂ ನಿರ್ಮಿಸಿಲ್ಲ ಅಥವಾ WEB_DIST ಸರಿಯಾದ ಫೋಲ್ಡರ್ ಅನ್ನು ತೋರಿಸುತ್ತಿಲ್ಲ. API ಕೆಲಸ ಮಾಡುತ್ತಿದೆ.</p>
</div>
</html>
`;

/** What people see while there is no built site. */
export const missingSitePage = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '5',
    })
    .send(page);
