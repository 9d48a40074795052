import { act } from '@testing-library/react';

/** A simulated upload request, whose progress the test controls. */
export interface FakeUpload {
  method: string;
  path: string;
  headers: Record<string, string>;
  form: FormData;
  aborted: boolean;
  sent: (loaded: number, total: number) => void;
  answer: (status: number, body: unknown) => void;
  breakOff: () => void;
}

/** Replaces XMLHttpRequest, which uploads use for progress events. Returns the sent requests. */
export const fakeUploads = (): FakeUpload[] => {
  const requests: FakeUpload[] = [];
  class Request {
    status = 0;
    statusText = '';
    responseText = '';
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    onloadend?: () => void;
    private readonly record: FakeUpload = {
      method: '',
      path: '',
      headers: {},
      form: new FormData(),
      aborted: false,
      sent: (loaded, total) => act(() => this.upload.onprogress?.({ loaded, total })),
      answer: (status, body) => {
        this.status = status;
        this.responseText = JSON.stringify(body);
        act(() => this.end('onload'));
      },
      breakOff: () => act(() => this.end('onerror')),
    };
    open(method: string, path: string) {
      Object.assign(this.record, { method, path });
    }
    setRequestHeader(name: string, value: string) {
      this.record.headers[name] = value;
    }
    getAllResponseHeaders() {
      return 'content-type: application/json\r\nx-request-id: r1\r\n';
    }
    send(body: FormData | File) {
      if (body instanceof FormData) this.record.form = body;
      requests.push(this.record);
    }
    abort() {
      this.record.aborted = true;
      this.end('onabort');
    }
    private end(how: 'onload' | 'onerror' | 'onabort') {
      this[how]?.();
      this.onloadend?.();
    }
  }
  Object.assign(globalThis, { XMLHttpRequest: Request });
  return requests;
};
