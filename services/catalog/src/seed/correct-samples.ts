import { hashedTexts, type Migration } from '@ctdb/chassis';
import type { Collection, Types } from 'mongoose';
import { sampleDiseases } from '../sample-data/index.js';
import type { StoredProtocol, TreatmentRecord } from '../treatments/treatment.records.js';
import { sampleRecords } from './sample-records.js';

/** Whether the field of a sample record was filled with this text before December 2026. */
const isOldSampleText = hashedTexts(
  'OrtAYo0Hso4WWvBXv40wTDOhAhaznzzOXoRpoRpiYe6zFWF8JqE-pQY_VCsWUbwJPApE5-PZz7AUVgz-tOhGxEIClBK2QMA6akqbXJnRubqtAPhCEhtETBvkv4VmgPOgq2uP0z6jJv3ObJbq14n4Ns5iqAhfWWKtlkrlQPh6PUR58HJjlnEsnbk7NzBdNg_K36W71SRDrCNwXR5bDDy6TLs1fAmTcQtURcMNzaBzZsnxwwmvTn8hOBxcsmltiudw2IRTTtp5Jsc1FZ5GfQYdMvoyj1eIN_OT3qG_voPi7JnrPw028_TSuhsiZaCpl_3l3dXxRK-HvSBvpFR5peHVy7qu7788YHq1VLiHGIPdcDIkuzPS79EW5fquQefio8QZjXzmNafR-tzI6RzkBeQRFgCnM22HmIFZ3PHlVP_fopBlv87rosPcdQDRDYap-qrthLwRjbRltWFB85fid9vSKrPmBeSlABfVnZGl5VQq3JQBdvNgj7wcEM9255BpPwnHV3MC-8JaI3HH2qTixwCAmyW4c_Zw55mP1Q7Xh1wUUEozTKlAc30ixlu8RZ6AGlZ5HPAHajvQns_dVR41n1r2KIstpD1uvFJUQM-o8yG9uxt_3odfFmeKK1CmdR4Svq67VIqMaA3U_9JVTj3Z3o0SRWj_ZTRWoKrVvUeWKnpxuiJcf9HnGDfE1OHQvYTNn1u8pUEh6juQogIJS2ffTK8c-wtc5hResCJagEfuhEPk_aVOwwZOx-jV1di9ZMUdLbEE_kfKKRtKJUU_Sbzy0-gZngnSfue5YbDS72f7W17OJThGFzEdQrY_sNHQYqeVgN616CG7y7pQ5BdGaMOsWCYHMqr0XojZk_ux4R2YkjCu204QLJOGu0MZmaSDV21r4FuXLTtm1-JFgD6CU27_F2AA84C4Wl1D2D9IVGG-6Tv9CSttC-sUwoF0RUnZCae-Wd7a0gVAHM6vb8jbm7K4Yc7UJIex6zYck-bu00Qn16BCRl6mNlZSqp_4A4fJmtY8uf7N2CyDYqbv7GSfDVEgl9oIt-tljIfwiRYj5jWeA6A5VzTmjiGGTVKkqSQcEBQdUbdNs6e6yavqvfAme2oSzS3OWa-g-6VvIC1vgS1ub_vMw9DRjBfIc_uizz_EgHk0oeH7Bm-agEygQNGLwxn99IWuI0Hbbu24ISizJpZMXPR3l57OAp43cl1VlaFS3wOQx95TQNHvfhFMGeniAyoN7nCuMYTjUmxRTyTgcJwI7kV3oeQ-k13JlR7nTSLNgD7ZXup8oSFiJ_INYjnlpDZxgUnJ2E_i66lUpDl3HhfgNt3GjgL8uBBG45tD4PrTLr1_P_0aRQSbgS59h8a4Ugioa0qrc5sSbXcavKF7FK7LtMqc8NQ8-cqNOBI9ULUYBEBSPrsZbeCIk7w4DFNQ7DpYx_s2StEOtMc1rrxKjs8TRTxhiHVQY0vvoyNxuY5xBSeK1aQMsfDyYjFjFOjevL_TMBcj0S9T8gc501imYuYtD7mBp9QRHifd6lVzP_n9VD80lW6823EYkAHRlTN-i8wI_ISPtjPMf19YYMT8rsH3pGjob4p1ONA3i-QYuaLQTNZX_eh8AaaKSIbYElsH1wEzgP2wa-w5Tp6oTJKW3MvZ4mqlmlMmK3i6IqTReMM2Lxu5BOyREAy69D8lMp0HeimPLK5WMujp9h9CAcx0S85yYYLLCAmp2-7Nq5QIl6nXUBVLWGfcfHJaIBiKgfIiGD__SHU4BegsNO4slDvc-OoSGFNIqK1Lw3BeTEwftPsnWdpLY-lLTSnWTSJJduBHFwKYySbJdBngBjW5de-_G7aP_sx50iJO8BQvdEAENygyH0d2iuAJHwdTFqdTKvyLoY0Aeq4RlRWPwHPdtWKFQAXEwnWgmwqNBpgfYrqK94MyMVdfssadDU3luk80fURkhmjWXkMbVtODnWtqRPFfD8_mViubul14aR-HAGfBaCZ0sUiUCLOYCraQkgUs-FQY7yCXp4MF7yJ4kQjJF2Mnaxmpnd-mKrBBPRTo0zt95ktqQhL3ZzSEr_zPQ_LReJFJBGTuwj752R0czQ_IS0xV23uh3_7JSxsOrSqf8G7SRzVk3FkMyGcEnM1cT02n21I0bD5gZBPtnAFbahSK3r6MnXq0xWEjnX1FVeVWNh80dBz3T5Gki2hqp7w2LebmBT91KJLL2SWZetyXFCc_-70bGOTF5kUS0UYpnB0pvtkeEemglZjCclhHKsvYJzJzLX23R6GEAuqDmhX30kF5dR2lSDo7kvnEp3qtR9BhcyUfXNrzRJwh4bRHCI-qd6f2bgfPoQHulGO1r1ZNdJyt_4_imoFcvPvhrhJaLmL0Sr1gPCr956SbnnDOkOCn1WqbWLEYKbOGbsLIuogo-UJ-N4rCLZ97ZYna_2p-CS7zfBpdlfRA5mpBMOLu0ljfE9WXG1mBn2z4QyUaPl0OCDZNmwpcEGJMemjYfGAD7oWbLSBFA2UK_uwat0RmqydrZuP-hWvGwqSnv1lFXaHPWK4SVxRQ43T-hOmegd8GkYe8WCRUHBvZDJ6u_FVcOHH8kvPmhtMPi38HhlQfdcfIgXX_Ak6BqKpPuSptCtSNTVsdCXkad2NVjv1Av7i1yF3O0_StTW4z3apdzXQT_7mgWuKp57z2szLN9bJ80UfEidUMuMz9hBMFZDeikZZ-PYS1sBwqPJXLEECWF_ekg07shsu8otW4LEqZ4X_bkRB7myW8dpA2tDG3Ppot00y8nHuKVBHrIXTCwafNm03tZ2OYJsf7yE4A4pF-DLQFiQCQq6KmWpkwCg4VoOeRUs-wdD68d_fF3j9xdysuoDam3Ad72ZlKukyEygIBrcclgMQUnWjE4Rt6z08QwFPTdl3vx56VJqphSmh-Mhd7d7tbfwlCxr-FD_uTkCJQgjBgJtddbUjwPUK4wknjLi2I2Lz8EN-sNKjm_UVBUI6aSIUS8Y9GR2DKKu6NvGmuxe-B2VXM1h5tNp2wrwVycpWhXVMQ1Q43NADoE5wXhhrLZVXmmjD58Pr2nTSZlzYLV5AS2PyPYZP0FaIv1Pu8yIpcBvls1Nez-j6IA0hL4JSs1qrAPwG_G30gLuRtSLKPbJJoAk8BI_-MmuaGepoNZomQ1N9uflwA2fh_nrxo8UqYTD4FSgTiGGs-BHxZzbiTdYl4UWeN25XN_G7gfS3cKYhMtmfq-JUpzkE5QqXmWzWPDG93FVqjVYhFqdTCy7zUOKMasx35UCosQfEynd3SuDh88TlewALyZpKe2zpuOhurrfqp2d0aBzz68HXdqTcmXpMPhm1R0Jurwao6pMc8TZRQdr-ayo_9qteEGdwUGHpAbMHLfJskpuNgP1uyEhSCPZOtxUDUjoQFVDSIN5t61xWDGtluDV9RRdQCfrM5sP7K0Ti2yEFMNsv5coTfqi_yqLDLGRF4TW62biWqdQOHrZi9PW6qnDjKlnBgi7jFrbLpx-BsjT4jk6MyE4xMdnmR9YyUDDnMAfxZaH6M7W3FT03XFw3xK614kvofl_pO5-5CJBW1f1o0J2DmhqSNbPrwIChhHZsxR9o2I3KAGVU-iC4EU4_m-hU0YNH2WFBEY_4UJwcdeFaQsnzfYj0xTqsBhwiDzbOwiSyDEVKi-zv0vTk1lZY24yYEE98IvE8zMG6fun74LZClQZFsNIeUucu4LeSMebZocz29nzSSoZ8B05fKeixM5IQ6cPDL-IYaK_G6sXyp11ZeTZLRGLy--Ij4wA08RLWi5cudkBQKgLNTS9wirad0GhlnZ_jnh1AhPHuS_38P7WlH8njyTmRIVZ-zaTH-YV5O67MPSbTqrjwgxdmdzU8_lWRQly3aM5HICVFbB2F0cUEq8ee4t7Q8l_mEXbJY7mlK6m-4Rq9diyoM35mOCSgfPKlmdkeXpzBQxieL0CuQVHL71reekFDqCFPTMtGSXUrQL8HWI43JKyTF4AbLVsHM1oW3OiR1j2SVh9VSpi461qAQOlHgaHI-f04tEF25cn_rtPwKd9E4VMfAGdsrFQO-3PLWT63XrUtwHC00eyNjS4xJmGZlAeqy-fI4pKpNdP2BDlZa6zhdBLOQp3oaL2ScQFv3WkZ1wkdmC8NelHeXOLEFr_0cqX7ZXC4qBwjUtn2IdrgNjq4_Y_38fwBnHr3n-w76_Vh2DXZqXSzVqL5GVHllH69S5h601RkU-pkrLIa4fm0VRUq0MCbIXRTHRkGk9OozAo44d3Ivmn_I5_G9f7VxmFQcwACIIvcJxICDWeQUIybcAoMoV1BjIQ6Sd97ttmR-Qhx6uvM0wn-HuP6QXckO4_KuRamNPq6Df2wDCmRMx5Rzie0oQa3VT4nes78jGvXor_c1IwjXtHhGHgPu8QyzYGYQ',
);

type Fields = Readonly<Record<string, unknown>>;

interface StoredSample {
  version: number;
  isSample?: boolean;
}

/** What a stored sample becomes. */
interface Correction {
  set: Fields;
  isSample: boolean;
}

/**
 * The corrected texts, with their Kannada twins, of those `fields` in which a stored sample has the
 * text that it was filled with. It is a sample still if these are all, and what `same` names did not
 * change either.
 */
const correctTexts = <F extends { _id: Types.ObjectId }>(
  stored: Fields,
  fresh: F,
  fields: readonly (keyof F & string)[],
  same: readonly (keyof F & string)[] = [],
): Correction => {
  const own = fields.filter(
    (field) =>
      stored[field] === fresh[field] || isOldSampleText(fresh._id, field, String(stored[field])),
  );
  const corrected = own.flatMap((field) => [field, `${field}Kn`]);
  return {
    set: Object.fromEntries(Object.entries(fresh).filter(([field]) => corrected.includes(field))),
    isSample: own.length === fields.length && same.every((field) => stored[field] === fresh[field]),
  };
};

const protocolFields = ['applicationArea', 'duration', 'frequency'] as const;

const correctTreatment = (stored: Fields, fresh: TreatmentRecord): Correction => {
  const texts = correctTexts(stored, fresh, ['descriptionEn', 'descriptionKn']);
  let isSample = texts.isSample;
  const before = stored['protocols'] as StoredProtocol[];
  const protocols = before.map((protocol, index) => {
    const sample = fresh.protocols.find(({ _id }) => _id.equals(protocol._id));
    const correction = sample && correctTexts({ ...protocol }, sample, protocolFields, ['color']);
    if (!correction?.isSample || sample !== fresh.protocols[index]) isSample = false;
    return { ...protocol, ...correction?.set };
  });
  return {
    set: { ...texts.set, protocols },
    isSample: isSample && protocols.length === fresh.protocols.length,
  };
};

/** Corrects the samples of one collection that were not corrected before. */
const correctRecords = async <F extends { _id: Types.ObjectId }>(
  records: Collection<StoredSample>,
  samples: readonly F[],
  correct: (stored: Fields, fresh: F) => Correction,
): Promise<void> => {
  const byId = new Map(samples.map((sample) => [sample._id.toHexString(), sample]));
  const ids = samples.map(({ _id }) => _id);
  for (;;) {
    const left = await records.find({ _id: { $in: ids }, isSample: { $exists: false } }).toArray();
    if (left.length === 0) return;
    for (const stored of left) {
      const fresh = byId.get(stored._id.toHexString());
      if (!fresh) continue;
      const { set, isSample } = correct(stored, fresh);
      // A record that another process changes meanwhile is found again in the next round.
      await records.updateOne(
        { _id: stored._id, version: stored.version },
        { $set: { ...set, isSample }, $inc: { version: 1 } },
      );
    }
  }
};

/**
 * Marks the samples of a database of an earlier version, and replaces each text of them that no person
 * has edited by the one that new databases are filled with.
 */
export const correctSamples: Migration = {
  name: '2026-11-22-samples',
  up: async (connection) => {
    const changedAt = new Date();
    const samples = sampleDiseases.map((sample) => sampleRecords(sample, changedAt));
    await correctRecords(
      connection.collection('diseases'),
      samples.map(({ disease }) => disease),
      (stored, fresh) => {
        const texts = correctTexts(stored, fresh, ['nameEn', 'nameKn', 'notes'], ['category']);
        return { ...texts, set: { ...texts.set, changedAt } };
      },
    );
    await correctRecords(
      connection.collection('treatments'),
      samples.map(({ treatment }) => treatment),
      correctTreatment,
    );
    await correctRecords(
      connection.collection('notes'),
      samples.flatMap(({ notes }) => notes),
      (stored, fresh) => correctTexts(stored, fresh, ['title', 'content']),
    );
    await correctRecords(
      connection.collection('history'),
      samples.flatMap(({ history }) => history),
      (stored, fresh) =>
        correctTexts(
          stored,
          fresh,
          ['treatmentDescription', 'practitioner', 'outcome'],
          ['patientName'],
        ),
    );
  },
};
