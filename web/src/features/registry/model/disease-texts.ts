import { diseaseTextNames, type DiseaseInput } from '@ctdb/contracts';
import type { SavedText } from '@/components/record-form';

type SavedDisease = Pick<DiseaseInput, 'nameEn' | 'nameKn' | 'category'> & Partial<DiseaseInput>;

/** The texts of a disease that a reader compares. */
export const diseaseTexts = (disease: SavedDisease): SavedText[] => {
  const { nameEn, nameKn, category, codes = [] } = disease;
  const others = diseaseTextNames.filter((name) => name !== 'nameEn' && name !== 'nameKn');
  return [
    {
      lang: 'en',
      lines: [
        [nameEn, category, ...codes.map(({ system, code }) => `${system} ${code}`)].join(' · '),
      ],
    },
    { lang: 'kn', lines: [nameKn, ...others.map((name) => disease[name])] },
  ];
};
